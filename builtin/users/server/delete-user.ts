import { Roles } from '@spawnpoint/contracts/roles'
import { deleteUser, Users } from '@spawnpoint/contracts/users'
import { answer, requireReauthentication, Database, Audit, Sessions } from '@spawnpoint/sdk/server'
import { lockAccount } from './account-queries.ts'
import { pseudonymOf } from './erase-account.ts'
import { mayActOn } from './present-user.ts'

const uses = { db: Database, audit: Audit, roles: Roles, users: Users, sessions: Sessions }

export const handleDeleteUser = answer(deleteUser, uses, async ({ actor, params, ip, fail, ...services }) => {
  const { db, audit, roles, users, sessions } = services
  if (params.id === actor.id) throw fail('USERS_SELF')
  if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw fail('USERS_EXCEEDS_OWN')
  await requireReauthentication(sessions, actor)
  await db.orm.transaction(async (tx) => {
    if (!(await lockAccount(tx, params.id))) throw fail('NOT_FOUND')
    await users.erase(tx, params.id)
    // The log outlives the person: it must not keep the name that was just erased.
    await audit.write(tx, {
      actor: actor.id,
      action: 'users:erased',
      target: params.id,
      ip,
      after: { username: pseudonymOf(params.id) },
    })
  })
  return { id: params.id }
})
