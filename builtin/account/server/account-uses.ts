import { Auth } from '@spawnpoint/contracts/auth'
import { Mail } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Database, Limits, Sessions, Settings } from '@spawnpoint/sdk/server'

export const accountUses = {
  db: Database,
  audit: Audit,
  limits: Limits,
  sessions: Sessions,
  settings: Settings,
  users: Users,
  roles: Roles,
  auth: Auth,
  mail: optional(Mail),
}

export type AccountUses = ServicesOf<typeof accountUses>
