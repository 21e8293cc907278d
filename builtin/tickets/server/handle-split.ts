import { splitTicket, ticketOpened } from '@spawnpoint/contracts/tickets'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { changeStatus } from './change-status.ts'
import { hasHeldReply, moveMessagesFrom } from './merge-queries.ts'
import { listMessages } from './message-queries.ts'
import type { Message, Ticket } from './tables.ts'
import { findByRequest, insertEvents, insertTicket, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof splitTicket, typeof ticketUses>

/** The messages from that one on; they begin with one of the customer, and leave at least one behind. */
async function findMoved(tx: Transaction, { body, fail }: Call, row: Ticket) {
  const messages = await listMessages(tx, row.id)
  const at = messages.findIndex(({ id }) => String(id) === body.from)
  const first = messages[at]
  if (at < 1 || !first || first.staff) throw fail('TICKETS_SPLIT')
  return { first, moved: messages.slice(at), kept: messages.slice(0, at) }
}

const lastSide = (messages: readonly Message[]) =>
  messages.findLast(({ internal }) => !internal)?.staff ? 'staff' : 'customer'

async function openNew(tx: Transaction, call: Call, row: Ticket, first: Message): Promise<Ticket> {
  const { body, fail, clock } = call
  const now = clock.now()
  const made = await insertTicket(
    tx,
    {
      id: createRowId(now.getTime()),
      owner: row.owner,
      departmentId: row.departmentId,
      serverId: row.serverId,
      serverName: row.serverName,
      assignee: row.assignee,
      previousId: row.id,
      subject: body.subject,
      priority: row.priority,
      requestKey: body.requestKey,
      // The customer has waited since then, and the promised times run since then.
      createdAt: first.createdAt,
      updatedAt: now,
    },
    body.subject,
  )
  if (!made) throw fail('TICKETS_KEY_REUSED')
  return made
}

/** Brings a ticket up to date after the messages have moved: it waits for the side that did not write last. */
async function settle(tx: Transaction, call: Call, row: Ticket, messages: readonly Message[]) {
  const lastBy = lastSide(messages)
  const at = call.clock.now()
  await updateTicket(tx, row.id, { lastBy, version: row.version + 1, updatedAt: at })
  if (lastBy === 'staff' && row.status === 'open')
    await changeStatus(call, tx, row, { to: 'replied', actor: call.actor.id, at, byReply: true })
}

async function split(tx: Transaction, call: Call) {
  const { actor, params, body, fail, ip, clock, audit, sessions, events } = call
  const row = await lockTicket(tx, params.id)
  if (!row) throw fail('NOT_FOUND')
  const earlier = await findByRequest(tx, row.owner, body.requestKey)
  if (earlier) {
    if (earlier.previousId !== row.id || earlier.subject !== body.subject) throw fail('TICKETS_KEY_REUSED')
    return { id: earlier.id, number: earlier.number }
  }
  if (row.version !== body.version) throw fail('STALE_EDIT')
  if (row.mergedInto !== null) throw fail('TICKETS_MERGED')
  if (await hasHeldReply(tx, row.id)) throw fail('TICKETS_SENDING')
  const { first, moved, kept } = await findMoved(tx, call, row)
  const made = await openNew(tx, call, row, first)
  await moveMessagesFrom(tx, row.id, made.id, first.id)
  await settle(tx, call, row, kept)
  await settle(tx, call, made, moved)
  const at = clock.now()
  await insertEvents(tx, [
    { ticketId: row.id, actor: actor.id, kind: 'split', before: null, after: `#${made.number}`, at },
    { ticketId: made.id, actor: actor.id, kind: 'split', before: `#${row.number}`, after: null, at },
  ])
  await events.emit(tx, ticketOpened, { ticket: made.id, owner: made.owner })
  await sessions.changed(tx, row.owner)
  const after = { number: made.number }
  await audit.write(tx, { actor: actor.id, action: 'tickets:split', target: row.id, after, ip })
  return { id: made.id, number: made.number }
}

export const handleSplitTicket = answer(splitTicket, ticketUses, (call) =>
  call.db.orm.transaction((tx) => split(tx, call)),
)
