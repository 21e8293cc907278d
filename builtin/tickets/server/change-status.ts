import { ticketStatusChanged, type TicketStatus } from '@spawnpoint/contracts/tickets'
import type { Transaction } from '@spawnpoint/sdk/server'
import type { Ticket } from './tables.ts'
import { insertEvents, updateTicket } from './ticket-queries.ts'
import type { TicketUses } from './ticket-uses.ts'

interface StatusChange {
  readonly to: TicketStatus
  readonly actor: string
  readonly at: Date
  /** The reply itself stands in the conversation. */
  readonly byReply?: boolean
}

/** Sets the status of a locked ticket, with its line in the conversation and its event. */
export async function changeStatus(
  { events }: Pick<TicketUses, 'events'>,
  tx: Transaction,
  row: Ticket,
  { to, actor, at, byReply = false }: StatusChange,
): Promise<void> {
  if (row.status === to) return
  await updateTicket(tx, row.id, {
    status: to,
    closedAt: to === 'closed' ? at : null,
    // Reopened, it is rated by its next end.
    ...(to === 'closed' && { snoozedUntil: null }),
    ...(to !== 'closed' && { rating: null, ratedAt: null, ratingComment: null }),
    updatedAt: at,
    version: row.version + 1,
  })
  if (!byReply)
    await insertEvents(tx, [{ ticketId: row.id, actor, kind: 'status', before: row.status, after: to, at }])
  await events.emit(tx, ticketStatusChanged, { ticket: row.id, owner: row.owner, from: row.status, to })
}
