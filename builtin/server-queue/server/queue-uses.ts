import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Panel } from '@spawnpoint/contracts/panel'
import { Servers } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Clock, Database, Events, Jobs, Log, Permissions } from '@spawnpoint/sdk/server'

/** The services that the parts of the queue share. */
export const queueUses = {
  db: Database,
  jobs: Jobs,
  events: Events,
  audit: Audit,
  clock: Clock,
  log: Log,
  permissions: Permissions,
  panel: Panel,
  users: Users,
  locations: Locations,
  categories: EggCategories,
  eggs: Eggs,
  /** Keeps finished servers; without it nothing is built. */
  servers: optional(Servers),
}

export type QueueUses = ServicesOf<typeof queueUses>
