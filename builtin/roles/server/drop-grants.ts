import { rolesChanged } from '@spawnpoint/contracts/roles'
import {
  pluginRemoved,
  type DatabaseService,
  type EventsService,
  type ServerHost,
} from '@spawnpoint/sdk/server'
import type { RefreshMembers } from './refresh-members.ts'
import { takeGrants } from './role-queries.ts'

interface Uses {
  readonly db: DatabaseService
  readonly events: EventsService
  readonly refreshMembers: RefreshMembers
  readonly host: ServerHost
}

/** Removes the permissions of an uninstalled plugin from all roles, so a later plugin of that name starts clean. */
export const dropGrantsOfRemoved = ({ db, events, refreshMembers, host }: Uses) =>
  host.on(pluginRemoved, ({ payload }) =>
    db.orm.transaction(async (tx) => {
      for (const role of await takeGrants(tx, payload.permissions)) {
        await refreshMembers(tx, role)
        await events.emit(tx, rolesChanged, { role })
      }
    }),
  )
