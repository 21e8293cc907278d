import type { RolesService } from '@spawnpoint/contracts/roles'
import { getUser, listUserRoles, listUsers } from '@spawnpoint/contracts/users'
import { answer, type DatabaseService } from '@spawnpoint/sdk/server'
import { findAccount } from './account-queries.ts'
import { countAccounts, listCondition, loadAccounts } from './list-accounts.ts'
import { readCursor } from './list-cursor.ts'
import { presentDetails, presentUser } from './present-user.ts'

interface Uses {
  readonly db: DatabaseService
  readonly roles: RolesService
}

export const handleListUsers = ({ db, roles }: Uses) =>
  answer(listUsers, async ({ query, fail }) => {
    const { cursor, limit, sort, order } = query
    const start = cursor === undefined ? null : readCursor(cursor, { sort, order })
    if (cursor !== undefined && !start) throw fail('BAD_CURSOR')
    const where = listCondition(query)
    const page = await loadAccounts(db.orm, { where, order: { sort, order }, start, limit })
    const theirs = await roles.rolesOf(page.rows.map(({ id }) => id))
    const items = page.rows.flatMap((row) => {
      const role = theirs.get(row.id)
      return role ? [presentUser(row, role)] : []
    })
    return { items, next: page.next, previous: page.previous, ...(await countAccounts(db.orm, where)) }
  })

export const handleListUserRoles = ({ roles }: Uses) =>
  answer(listUserRoles, async () => ({
    roles: (await roles.list()).map(({ id, name, color }) => ({ id, name, color })),
  }))

export const handleGetUser = ({ db, roles }: Uses) =>
  answer(getUser, async ({ actor, params, fail }) => {
    const row = await findAccount(db.orm, params.id)
    if (!row) throw fail('NOT_FOUND')
    const theirs = await roles.permissionsOf(row.id)
    return { item: presentDetails(row, await roles.roleOf(row.id), { actor, theirs }) }
  })
