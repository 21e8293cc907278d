import type { RolesService } from '@spawnpoint/contracts/roles'
import { deleteUser, type UsersService } from '@spawnpoint/contracts/users'
import {
  answer,
  type AuditService,
  type DatabaseService,
  requireReauthentication,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { lockAccount } from './account-queries.ts'
import { pseudonymOf } from './erase-account.ts'
import { mayActOn } from './present-user.ts'

export const handleDeleteUser = (uses: {
  db: DatabaseService
  audit: AuditService
  roles: RolesService
  users: UsersService
  sessions: SessionsService
}) =>
  answer(deleteUser, async ({ actor, params, ip, fail }) => {
    const { db, audit, roles, users, sessions } = uses
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
