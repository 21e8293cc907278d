import { CORE_ROLES, roles, rolesChanged } from '@spawnpoint/contracts/roles'
import { createRowId, asTransaction, serveResource } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { refreshMembers } from './refresh-members.ts'
import { exceeds } from './role-failure.ts'
import { permissionUses } from './role-permissions.ts'
import { countGiven, listGranted } from './role-queries.ts'
import { withPermissions } from './with-permissions.ts'

export const servedRoles = serveResource(roles, permissionUses, ({ db, events, ...services }) => {
  const isAbove = async (tx: Queries, own: readonly string[], id: string) =>
    exceeds(own, await listGranted(tx, id))

  return {
    configuration: {
      identity: ['realName'],
      extend: (section) => withPermissions(section, { db, events, ...services }),
    },
    async beforeWrite({ tx, actor, before, values, fail }) {
      const id = before?.id ?? createRowId()
      if (before && (await isAbove(tx, actor.permissions, id))) throw fail('ROLES_EXCEEDS_OWN')
      await events.emit(tx, rolesChanged, { role: id })
      if (!before) return { ...values, id }
      await refreshMembers(services, tx, id)
      return values
    },
    async beforeDelete({ tx, actor, row, fail }) {
      if (row.core) throw fail('ROLES_CORE')
      if (await isAbove(tx, actor.permissions, row.id)) throw fail('ROLES_EXCEEDS_OWN')
      await events.emit(tx, rolesChanged, { role: row.id })
    },
    async present(rows) {
      const given = await countGiven(
        db.orm,
        rows.map(({ id }) => id),
      )
      const members = (id: string) => (id === CORE_ROLES.default ? null : (given.get(id) ?? 0))
      return rows.map((row) => ({ ...row, members: members(row.id) }))
    },
    usage: async (tx, id) => ({ users: (await countGiven(asTransaction(tx), [id])).get(id) ?? 0 }),
  }
})
