import { endOtherSessions, endSession, listActivity, listSessions } from '@spawnpoint/contracts/account'
import { readAuditPage } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { accountUses } from './account-uses.ts'

export const handleListSessions = answer(listSessions, accountUses, async ({ actor, sessions }) => {
  const rows = await sessions.list(actor.id, actor.session)
  return {
    sessions: rows.map((row) => ({
      ...row,
      ip: row.isImpersonated ? null : row.ip,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    })),
  }
})

export const handleEndSession = answer(
  endSession,
  accountUses,
  async ({ actor, params, ip, fail, db, audit, sessions }) => {
    if (!(await sessions.revoke(actor.id, params.id))) throw fail('NOT_FOUND')
    await audit.write(db.orm, { actor: actor.id, action: 'account:session-ended', target: actor.id, ip })
    return {}
  },
)

export const handleEndOtherSessions = answer(
  endOtherSessions,
  accountUses,
  async ({ actor, ip, db, audit, sessions }) => {
    await sessions.revokeAll(actor.id, actor.session)
    await audit.write(db.orm, {
      actor: actor.id,
      action: 'account:other-sessions-ended',
      target: actor.id,
      ip,
    })
    return {}
  },
)

/** By the person or to the person. Who else did something, and from where, is for staff only. */
export const handleListActivity = answer(listActivity, accountUses, async ({ actor, query, audit }) => {
  const { items, ...page } = await readAuditPage(audit, { about: actor.id }, query)
  return {
    ...page,
    items: items.map(({ id, at, action, actor: who, ip }) => ({
      id,
      at: at.toISOString(),
      action,
      own: who === actor.id,
      ip: who === null || who === actor.id ? ip : null,
    })),
  }
})
