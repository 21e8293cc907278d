import { rolesChanged } from '@spawnpoint/contracts/roles'
import { Database, Events, Jobs, listen, pluginRemoved, Sessions } from '@spawnpoint/sdk/server'
import { refreshMembers } from './refresh-members.ts'
import { takeGrants } from './role-queries.ts'

const uses = { db: Database, events: Events, sessions: Sessions, jobs: Jobs }

/** Removes the permissions of an uninstalled plugin from all roles, so a later plugin of that name starts clean. */
export const dropGrantsOfRemoved = listen(pluginRemoved, uses, ({ payload, db, events, ...services }) =>
  db.orm.transaction(async (tx) => {
    for (const role of await takeGrants(tx, payload.permissions)) {
      await refreshMembers(services, tx, role)
      await events.emit(tx, rolesChanged, { role })
    }
  }),
)
