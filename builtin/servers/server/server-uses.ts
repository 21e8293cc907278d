import { Ledger } from '@spawnpoint/contracts/coins'
import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { CatalogImages } from '@spawnpoint/contracts/images'
import { Locations } from '@spawnpoint/contracts/locations'
import { Mail } from '@spawnpoint/contracts/mail'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { EggRules, Panel, PanelConsoles } from '@spawnpoint/contracts/panel'
import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'

/** The services that the parts of `servers` share. */
export const serverUses = {
  db: kernel.Database,
  settings: kernel.Settings,
  sessions: kernel.Sessions,
  events: kernel.Events,
  jobs: kernel.Jobs,
  audit: kernel.Audit,
  clock: kernel.Clock,
  log: kernel.Log,
  permissions: kernel.Permissions,
  limits: kernel.Limits,
  instance: kernel.Instance,
  users: Users,
  mail: optional(Mail),
  ledger: optional(Ledger),
  notifications: optional(Notifications),
  panel: Panel,
  consoles: PanelConsoles,
  queue: BuildQueue,
  locations: Locations,
  categories: EggCategories,
  eggs: Eggs,
  eggRules: EggRules,
  images: optional(CatalogImages),
}

export type ServerUses = ServicesOf<typeof serverUses>
