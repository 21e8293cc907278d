import { Roles } from '@spawnpoint/contracts/roles'
import { endUserSession, endUserSessions, listUserSessions } from '@spawnpoint/contracts/users'
import { answer, Database, Audit, Sessions } from '@spawnpoint/sdk/server'
import { findAccount } from './account-queries.ts'
import { mayActOn } from './present-user.ts'

const uses = { db: Database, roles: Roles, audit: Audit, sessions: Sessions }

export const handleListUserSessions = answer(
  listUserSessions,
  uses,
  async ({ actor, params, fail, db, sessions }) => {
    if (!(await findAccount(db.orm, params.id))) throw fail('NOT_FOUND')
    const rows = await sessions.list(params.id, actor.session)
    return {
      items: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      })),
    }
  },
)

export const handleEndUserSession = answer(
  endUserSession,
  uses,
  async ({ actor, params, ip, fail, db, roles, audit, sessions }) => {
    if (!(await findAccount(db.orm, params.id))) throw fail('NOT_FOUND')
    if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw fail('USERS_EXCEEDS_OWN')
    if (!(await sessions.revoke(params.id, params.session))) throw fail('NOT_FOUND')
    await audit.write(db.orm, { actor: actor.id, action: 'users:session_ended', target: params.id, ip })
    return { id: params.session }
  },
)

export const handleEndUserSessions = answer(
  endUserSessions,
  uses,
  async ({ actor, params, ip, fail, db, roles, audit, sessions }) => {
    if (!(await findAccount(db.orm, params.id))) throw fail('NOT_FOUND')
    if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw fail('USERS_EXCEEDS_OWN')
    await sessions.revokeAll(params.id, actor.session)
    await audit.write(db.orm, { actor: actor.id, action: 'users:sessions_ended', target: params.id, ip })
    return { id: params.id }
  },
)
