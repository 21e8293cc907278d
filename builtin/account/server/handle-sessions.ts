import { endOtherSessions, endSession, listActivity, listSessions } from '@spawnpoint/contracts/account'
import { answer, type AuditEntry } from '@spawnpoint/sdk/server'
import type { AccountUses } from './account-uses.ts'

const PAGE = 25

export const handleListSessions = ({ sessions }: AccountUses) =>
  answer(listSessions, async ({ actor }) => {
    const rows = await sessions.list(actor.id, actor.session)
    return {
      sessions: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      })),
    }
  })

export const handleEndSession = ({ db, audit, sessions }: AccountUses) =>
  answer(endSession, async ({ actor, params, ip, fail }) => {
    if (!(await sessions.revoke(actor.id, params.id))) throw fail('NOT_FOUND')
    await audit.write(db.orm, { actor: actor.id, action: 'account:session-ended', target: actor.id, ip })
    return {}
  })

export const handleEndOtherSessions = ({ db, audit, sessions }: AccountUses) =>
  answer(endOtherSessions, async ({ actor, ip }) => {
    await sessions.revokeAll(actor.id, actor.session)
    await audit.write(db.orm, {
      actor: actor.id,
      action: 'account:other-sessions-ended',
      target: actor.id,
      ip,
    })
    return {}
  })

const newestFirst = (a: AuditEntry, b: AuditEntry) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)

/** By the person or to the person. Who else did something, and from where, is for staff only. */
export const handleListActivity = ({ audit }: AccountUses) =>
  answer(listActivity, async ({ actor, query }) => {
    const page = { limit: PAGE + 1, ...(query.before ? { before: query.before } : {}) }
    const [by, to] = await Promise.all([
      audit.list({ ...page, actor: actor.id }),
      audit.list({ ...page, target: actor.id }),
    ])
    const all = [...new Map([...by, ...to].map((entry) => [entry.id, entry])).values()].toSorted(newestFirst)
    const shown = all.slice(0, PAGE)
    return {
      entries: shown.map(({ id, at, action, actor: who, ip }) => ({
        id,
        at: new Date(at).toISOString(),
        action,
        own: who === actor.id,
        ip: who === null || who === actor.id ? ip : null,
      })),
      next: all.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    }
  })
