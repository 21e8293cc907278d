import {
  listMergeTargets,
  MERGE_UNDO_HOURS,
  mergeTicket,
  ticketBounds,
  unmergeTicket,
} from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { changeStatus } from './change-status.ts'
import { hasHeldReply, listMergeable, lockBoth, moveMessages, moveMessagesBack } from './merge-queries.ts'
import { countMessages } from './message-queries.ts'
import type { Ticket } from './tables.ts'
import { findTicket, insertEvents, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const HOUR_MS = 3_600_000

export const handleListMergeTargets = answer(listMergeTargets, ticketUses, async ({ params, fail, db }) => {
  const row = await findTicket(db.orm, params.id)
  if (!row) throw fail('NOT_FOUND')
  const rows = await listMergeable(db.orm, row.owner, row.id)
  return {
    tickets: rows.map(({ id, number, subject, createdAt }) => ({
      id,
      number,
      subject,
      createdAt: createdAt.toISOString(),
    })),
  }
})

type Call = EndpointCall<typeof mergeTicket, typeof ticketUses>

async function checkMerge(tx: Transaction, { body, fail }: Call, source: Ticket, target: Ticket) {
  if (source.version !== body.version) throw fail('STALE_EDIT')
  if (source.id === target.id || source.owner !== target.owner) throw fail('TICKETS_MERGE_OTHER')
  if (source.mergedInto !== null || target.mergedInto !== null) throw fail('TICKETS_MERGED')
  if (target.status === 'closed') throw fail('TICKETS_CLOSED')
  for (const { id } of [source, target]) if (await hasHeldReply(tx, id)) throw fail('TICKETS_SENDING')
  const messages = (await countMessages(tx, source.id)) + (await countMessages(tx, target.id))
  if (messages > ticketBounds.messages) throw fail('TICKETS_FULL')
}

async function merge(tx: Transaction, call: Call) {
  const { actor, params, body, fail, ip, clock, audit, sessions } = call
  const [source, target] = await lockBoth(tx, params.id, body.into)
  if (!source || !target) throw fail('NOT_FOUND')
  await checkMerge(tx, call, source, target)
  const at = clock.now()
  await moveMessages(tx, source.id, target.id)
  await changeStatus(call, tx, source, { to: 'closed', actor: actor.id, at })
  await updateTicket(tx, source.id, { mergedInto: target.id, mergedAt: at, mergedStatus: source.status })
  // A question that nobody has answered is open in its new place too.
  const isAsked = source.lastBy === 'customer' && source.status === 'open'
  await updateTicket(tx, target.id, { updatedAt: at, ...(isAsked && { lastBy: 'customer' }) })
  if (isAsked) await changeStatus(call, tx, target, { to: 'open', actor: actor.id, at, byReply: true })
  await insertEvents(tx, [
    { ticketId: target.id, actor: actor.id, kind: 'merged', before: null, after: `#${source.number}`, at },
  ])
  await sessions.changed(tx, source.owner)
  const after = { into: target.number }
  await audit.write(tx, { actor: actor.id, action: 'tickets:merged', target: source.id, after, ip })
  return { id: target.id, number: target.number }
}

export const handleMergeTicket = answer(mergeTicket, ticketUses, (call) =>
  call.db.orm.transaction((tx) => merge(tx, call)),
)

export const handleUnmergeTicket = answer(
  unmergeTicket,
  ticketUses,
  async ({ actor, params, fail, ip, ...uses }) => {
    const { db, clock, audit, sessions } = uses
    const found = await findTicket(db.orm, params.id)
    if (!found?.mergedInto) throw fail('NOT_FOUND')
    const into = found.mergedInto
    return db.orm.transaction(async (tx) => {
      const [source, target] = await lockBoth(tx, params.id, into)
      if (!source || !target || source.mergedInto !== into || !source.mergedAt) throw fail('NOT_FOUND')
      const at = clock.now()
      if (at.getTime() - source.mergedAt.getTime() > MERGE_UNDO_HOURS * HOUR_MS)
        throw fail('TICKETS_MERGE_OLD')
      // Its messages went on with the other ticket, and come back with that first.
      if (target.mergedInto !== null) throw fail('TICKETS_MERGED')
      await moveMessagesBack(tx, source.id, target.id)
      await updateTicket(tx, source.id, { mergedInto: null, mergedAt: null, mergedStatus: null })
      const to = source.mergedStatus ?? 'open'
      await changeStatus(uses, tx, source, { to, actor: actor.id, at })
      await insertEvents(tx, [
        {
          ticketId: target.id,
          actor: actor.id,
          kind: 'unmerged',
          before: `#${source.number}`,
          after: null,
          at,
        },
      ])
      await sessions.changed(tx, source.owner)
      const before = { into: target.number }
      await audit.write(tx, { actor: actor.id, action: 'tickets:unmerged', target: source.id, before, ip })
      return { id: source.id, number: source.number }
    })
  },
)
