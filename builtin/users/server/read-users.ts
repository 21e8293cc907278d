import { Roles } from '@spawnpoint/contracts/roles'
import { getUser, listUserRoles, listUsers } from '@spawnpoint/contracts/users'
import { answer, Database } from '@spawnpoint/sdk/server'
import { findAccount } from './account-queries.ts'
import { listAccounts } from './list-accounts.ts'
import { presentDetails, presentUser } from './present-user.ts'

const uses = { db: Database, roles: Roles }

export const handleListUsers = answer(listUsers, uses, async ({ query, db, roles }) => {
  const { items, ...page } = await listAccounts(db.orm, query)
  const theirs = await roles.rolesOf(items.map(({ id }) => id))
  const shown = items.flatMap((row) => {
    const role = theirs.get(row.id)
    return role ? [presentUser(row, role)] : []
  })
  return { ...page, items: shown }
})

export const handleListUserRoles = answer(listUserRoles, uses, async ({ roles }) => ({
  roles: (await roles.list()).map(({ id, name, color }) => ({ id, name, color })),
}))

export const handleGetUser = answer(getUser, uses, async ({ actor, params, fail, db, roles }) => {
  const row = await findAccount(db.orm, params.id)
  if (!row) throw fail('NOT_FOUND')
  const theirs = await roles.permissionsOf(row.id)
  return { item: presentDetails(row, await roles.roleOf(row.id), { actor, theirs }) }
})
