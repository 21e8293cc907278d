import { closeTicket, replyToTicket, ticketBounds, ticketReplied } from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { isRepeated, sendAttachments } from './attachment-queries.ts'
import { changeStatus } from './change-status.ts'
import { countMessages, findMessageByRequest, insertMessage } from './message-queries.ts'
import { deleteDraft } from './draft-queries.ts'
import type { Message } from './tables.ts'
import { queuePath, sendNotice } from './ticket-notices.ts'
import { addWords, findTicketOf, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof replyToTicket, typeof ticketUses>

async function reply(tx: Transaction, call: Call): Promise<Message> {
  const { actor, params, body, fail, clock } = call
  const row = await lockTicket(tx, params.id)
  if (row?.owner !== actor.id) throw fail('NOT_FOUND')
  const earlier = await findMessageByRequest(tx, actor.id, body.requestKey)
  if (earlier) {
    if (!(await isRepeated(tx, earlier, { ticket: row.id, ...body }))) throw fail('TICKETS_KEY_REUSED')
    return earlier
  }
  if (row.status === 'closed') throw fail('TICKETS_CLOSED')
  if ((await countMessages(tx, row.id)) >= ticketBounds.messages) throw fail('TICKETS_FULL')
  const now = clock.now()
  const text = { ticketId: row.id, author: actor.id, staff: false, body: body.body }
  const made = await insertMessage(tx, {
    ...text,
    requestKey: body.requestKey,
    createdAt: now,
    releasedAt: now,
  })
  if (!made) throw fail('TICKETS_KEY_REUSED')
  const sent = { ids: body.files, place: row.id, made }
  if (!(await sendAttachments(tx, sent))) throw fail('TICKETS_FILES')
  await deleteDraft(tx, actor.id, row.id)
  await addWords(tx, row.id, body.body)
  await updateTicket(tx, row.id, { lastBy: 'customer', updatedAt: now, snoozedUntil: null })
  // Work that is in progress stays so.
  if (row.status !== 'inprogress')
    await changeStatus(call, tx, row, { to: 'open', actor: actor.id, at: now, byReply: true })
  await call.events.emit(tx, ticketReplied, {
    ticket: row.id,
    owner: row.owner,
    author: actor.id,
    staff: false,
  })
  await call.audit.write(tx, { actor: actor.id, action: 'tickets:replied', target: row.id, ip: call.ip })
  if (row.assignee !== null && row.assignee !== actor.id)
    await sendNotice(call, tx, {
      kind: 'answered',
      to: row.assignee,
      ticket: row,
      by: actor.id,
      path: queuePath(row.id),
    })
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
