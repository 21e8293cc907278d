import { ticketReplied } from '@spawnpoint/contracts/tickets'
import { defineJob, type Transaction } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { payCompensation } from './grant-compensation.ts'
import { lockMessage, markReleased } from './message-queries.ts'
import type { Message, Ticket } from './tables.ts'
import { ownPath, sendNotice } from './ticket-notices.ts'
import { addWords, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

const RELEASE_REPLY = 'release-reply'

/** Shows a reply of staff to the customer: from now on it cannot be undone. */
export async function releaseReply(
  uses: TicketUses,
  tx: Transaction,
  row: Ticket,
  { id, author, pluginName, body }: Message,
  at: Date,
): Promise<void> {
  await markReleased(tx, id, at)
  await addWords(tx, row.id, body)
  await payCompensation(uses, tx, row, id)
  await updateTicket(tx, row.id, {
    lastBy: 'staff',
    updatedAt: at,
    // Closed within those seconds: the reply is its last word.
    ...(row.status !== 'closed' && { status: 'replied', version: row.version + 1 }),
  })
  await uses.events.emit(tx, ticketReplied, { ticket: row.id, owner: row.owner, author, staff: true })
  await sendNotice(uses, tx, {
    kind: 'replied',
    to: row.owner,
    ticket: row,
    by: author ?? { plugin: pluginName ?? '' },
    path: ownPath(row.id),
  })
}

/** Holds a reply, so that it can be undone; without a time for that the customer sees it at once. */
export async function holdReply(
  uses: TicketUses,
  tx: Transaction,
  row: Ticket,
  made: Message,
  seconds: number,
): Promise<void> {
  if (seconds === 0) return releaseReply(uses, tx, row, made, made.createdAt)
  const at = new Date(made.createdAt.getTime() + seconds * 1_000)
  await uses.jobs.add(RELEASE_REPLY, { ticket: row.id, message: String(made.id), at }, { tx, runAt: at })
}

const options = { payload: z.object({ ticket: z.uuid(), message: z.string(), at: z.coerce.date() }) }

export const releaseJob = defineJob(RELEASE_REPLY, options, ticketUses, ({ payload, ...uses }) =>
  uses.db.orm.transaction(async (tx) => {
    const row = await lockTicket(tx, payload.ticket)
    const reply = await lockMessage(tx, BigInt(payload.message))
    // Undone meanwhile, or released by an earlier attempt.
    if (!row || !reply || reply.releasedAt !== null) return
    await releaseReply(uses, tx, row, reply, payload.at)
  }),
)
