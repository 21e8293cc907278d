import { closeTicket, replyToTicket, ticketBounds, ticketReplied } from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { isRepeated, sendAttachments } from './attachment-queries.ts'
import { changeStatus } from './change-status.ts'
import { countMessages, findMessageByRequest, insertMessage } from './message-queries.ts'
import { deleteDraft } from './draft-queries.ts'
import type { Message, Ticket } from './tables.ts'
import { queuePath, sendNotice } from './ticket-notices.ts'
import { addWords, findTicketOf, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof replyToTicket, typeof ticketUses>

interface OwnReply {
  readonly body: string
  readonly requestKey: string
  /** The added plugin through which the customer wrote. */
  readonly plugin?: { readonly id: string; readonly name: string }
}

/** Adds a message of the customer to a locked ticket. Null where the request key was used before. */
export async function insertOwnReply(
  uses: TicketUses,
  tx: Transaction,
  row: Ticket,
  { plugin, ...text }: OwnReply,
): Promise<Message | null> {
  const at = uses.clock.now()
  return insertMessage(tx, {
    ...text,
    ticketId: row.id,
    author: row.owner,
    staff: false,
    ...(plugin && { plugin: plugin.id, pluginName: plugin.name }),
    createdAt: at,
    releasedAt: at,
  })
}

/** Lets the ticket wait for staff after a message of the customer, and tells them. */
export async function settleOwnReply(
  uses: TicketUses,
  tx: Transaction,
  row: Ticket,
  { body, createdAt: at }: Message,
): Promise<void> {
  const { id, owner, assignee } = row
  await addWords(tx, id, body)
  await updateTicket(tx, id, { lastBy: 'customer', updatedAt: at, snoozedUntil: null })
  // Work that is in progress stays so.
  if (row.status !== 'inprogress')
    await changeStatus(uses, tx, row, { to: 'open', actor: owner, at, byReply: true })
  await uses.events.emit(tx, ticketReplied, { ticket: id, owner, author: owner, staff: false })
  if (assignee !== null && assignee !== owner)
    await sendNotice(uses, tx, {
      kind: 'answered',
      to: assignee,
      ticket: row,
      by: owner,
      path: queuePath(id),
    })
}

async function reply(tx: Transaction, call: Call): Promise<Message> {
  const { actor, params, body, fail } = call
  const row = await lockTicket(tx, params.id)
  if (row?.owner !== actor.id) throw fail('NOT_FOUND')
  const earlier = await findMessageByRequest(tx, actor.id, body.requestKey)
  if (earlier) {
    if (!(await isRepeated(tx, earlier, { ticket: row.id, ...body }))) throw fail('TICKETS_KEY_REUSED')
    return earlier
  }
  if (row.status === 'closed') throw fail('TICKETS_CLOSED')
  if ((await countMessages(tx, row.id)) >= ticketBounds.messages) throw fail('TICKETS_FULL')
  const made = await insertOwnReply(call, tx, row, { body: body.body, requestKey: body.requestKey })
  if (!made) throw fail('TICKETS_KEY_REUSED')
  const sent = { ids: body.files, place: row.id, made }
  if (!(await sendAttachments(tx, sent))) throw fail('TICKETS_FILES')
  await deleteDraft(tx, actor.id, row.id)
  await settleOwnReply(call, tx, row, made)
  await call.audit.write(tx, { actor: actor.id, action: 'tickets:replied', target: row.id, ip: call.ip })
  return made
}

export const handleReplyToTicket = answer(replyToTicket, ticketUses, async (call) => {
  const { id } = await call.db.orm.transaction((tx) => reply(tx, call))
  return { id: String(id) }
})

export const handleCloseTicket = answer(
  closeTicket,
  ticketUses,
  async ({ actor, params, fail, ip, clock, ...uses }) => {
    if (!(await findTicketOf(uses.db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
    await uses.db.orm.transaction(async (tx) => {
      const row = await lockTicket(tx, params.id)
      if (!row || row.status === 'closed') return
      await changeStatus(uses, tx, row, { to: 'closed', actor: actor.id, at: clock.now() })
      await uses.sessions.changed(tx, actor.id)
      await uses.audit.write(tx, { actor: actor.id, action: 'tickets:closed', target: row.id, ip })
    })
    return { id: params.id }
  },
)
