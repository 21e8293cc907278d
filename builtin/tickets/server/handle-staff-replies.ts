import { replyAsStaff, ticketBounds, ticketSettings, undoReply } from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { isRepeated, sendAttachments, takeAttachmentsBack } from './attachment-queries.ts'
import { findCompensation, isSameCompensation, takeCompensationBack } from './compensation-queries.ts'
import { requireFilledIn } from './filled-in.ts'
import { findCompensated, reserveCompensation } from './grant-compensation.ts'
import { heldUntil } from './handle-queued-ticket.ts'
import {
  countMessages,
  deleteMessage,
  findMessageByRequest,
  findNewer,
  insertMessage,
  lockMessage,
} from './message-queries.ts'
import { holdReply } from './release-reply.ts'
import { deleteDraft } from './draft-queries.ts'
import type { Message, Ticket } from './tables.ts'
import { addWords, lockTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof replyAsStaff, typeof ticketUses>

async function checkReply(tx: Transaction, { actor, body, fail }: Call, row: Ticket): Promise<void> {
  if (row.mergedInto !== null) throw fail('TICKETS_MERGED')
  // A note is no answer: staff may still write down what became of a closed ticket.
  if (row.status === 'closed' && !body.internal) throw fail('TICKETS_CLOSED')
  if ((await countMessages(tx, row.id)) >= ticketBounds.messages) throw fail('TICKETS_FULL')
  if (body.internal) return
  requireFilledIn(body.body)
  if (body.anyway) return
  if (await findNewer(tx, row.id, { seen: body.seen, writer: actor.id })) throw fail('TICKETS_NEWER')
}

/** A note is there at once; a reply is held, so that it can be undone. */
async function send(tx: Transaction, call: Call, row: Ticket, made: Message, seconds: number) {
  const { body, audit, actor, ip } = call
  const action = body.internal ? 'tickets:noted' : 'tickets:answered'
  await audit.write(tx, { actor: actor.id, action, target: row.id, after: { number: row.number }, ip })
  if (body.internal) return addWords(tx, row.id, made.body)
  return holdReply(call, tx, row, made, seconds)
}

interface Options {
  /** How long the reply can be undone. */
  readonly seconds: number
  readonly server: Awaited<ReturnType<typeof findCompensated>>
}

async function reply(tx: Transaction, call: Call, { seconds, server }: Options): Promise<Message> {
  const { actor, params, body, fail, clock } = call
  const row = await lockTicket(tx, params.id)
  if (!row) throw fail('NOT_FOUND')
  const earlier = await findMessageByRequest(tx, actor.id, body.requestKey)
  if (earlier) {
    if (!(await isRepeated(tx, earlier, { ticket: row.id, ...body }))) throw fail('TICKETS_KEY_REUSED')
    if (earlier.internal !== body.internal) throw fail('TICKETS_KEY_REUSED')
    if (!isSameCompensation(await findCompensation(tx, earlier.id), body.compensation))
      throw fail('TICKETS_KEY_REUSED')
    return earlier
  }
  await checkReply(tx, call, row)
  const now = clock.now()
  const text = { ticketId: row.id, author: actor.id, staff: true, internal: body.internal, body: body.body }
  const made = await insertMessage(tx, {
    ...text,
    requestKey: body.requestKey,
    createdAt: now,
    releasedAt: body.internal ? now : null,
  })
  if (!made) throw fail('TICKETS_KEY_REUSED')
  const sent = { ids: body.files, place: row.id, made }
  if (!(await sendAttachments(tx, sent))) throw fail('TICKETS_FILES')
  await reserveCompensation(tx, call, { row, made, server })
  await deleteDraft(tx, actor.id, row.id)
  await send(tx, call, row, made, seconds)
  return body.internal || seconds > 0 ? made : { ...made, releasedAt: now }
}

export const handleReplyAsStaff = answer(replyAsStaff, ticketUses, async (call) => {
  const seconds = call.settings.read(ticketSettings).tickets_undo_seconds
  const server = await findCompensated(call)
  const made = await call.db.orm.transaction((tx) => reply(tx, call, { seconds, server }))
  return { id: String(made.id), heldUntil: heldUntil(made, seconds) }
})

export const handleUndoReply = answer(
  undoReply,
  ticketUses,
  async ({ actor, params, fail, ip, db, audit }) => {
    return db.orm.transaction(async (tx) => {
      const row = await lockTicket(tx, params.id)
      const made = /^\d{1,18}$/.test(params.message) ? await lockMessage(tx, BigInt(params.message)) : null
      if (!row || made?.ticketId !== row.id || made.author !== actor.id) throw fail('NOT_FOUND')
      if (made.releasedAt !== null) throw fail('TICKETS_SENT')
      await takeAttachmentsBack(tx, made.id)
      const compensation = await takeCompensationBack(tx, made.id)
      await deleteMessage(tx, made.id)
      await audit.write(tx, { actor: actor.id, action: 'tickets:undone', target: row.id, ip })
      return { body: made.body, compensation }
    })
  },
)
