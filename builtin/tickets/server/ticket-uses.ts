import { Ledger } from '@spawnpoint/contracts/coins'
import { departments } from '@spawnpoint/contracts/departments/resource'
import { Mail } from '@spawnpoint/contracts/mail'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { Servers } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'

/** The services that the parts of `tickets` share. */
export const ticketUses = {
  db: kernel.Database,
  blobs: kernel.Blobs,
  settings: kernel.Settings,
  sessions: kernel.Sessions,
  permissions: kernel.Permissions,
  events: kernel.Events,
  jobs: kernel.Jobs,
  audit: kernel.Audit,
  clock: kernel.Clock,
  instance: kernel.Instance,
  users: Users,
  departments: optional(departments.service),
  servers: optional(Servers),
  ledger: optional(Ledger),
  mail: optional(Mail),
  notifications: optional(Notifications),
  pictures: optional(Pictures),
}

export type TicketUses = ServicesOf<typeof ticketUses>
