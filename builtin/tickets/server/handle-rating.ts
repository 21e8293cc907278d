import { rateTicket } from '@spawnpoint/contracts/tickets'
import { answer } from '@spawnpoint/sdk/server'
import { findTicketOf, lockTicket, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

export const handleRateTicket = answer(
  rateTicket,
  ticketUses,
  async ({ actor, params, body: { rating, comment }, fail, ip, clock, db, audit }) => {
    if (!(await findTicketOf(db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
    return db.orm.transaction(async (tx) => {
      const row = await lockTicket(tx, params.id)
      // A merged ticket is rated where its messages are.
      if (row?.status !== 'closed' || row.mergedInto !== null) throw fail('TICKETS_OPEN')
      const { ratingComment } = row
      if (row.rating !== null && row.rating !== rating) throw fail('TICKETS_RATED')
      if (row.rating !== null && (comment === undefined || comment === ratingComment))
        return { rating, ratingComment }
      if (ratingComment !== null) throw fail('TICKETS_RATED')
      await updateTicket(tx, row.id, {
        rating,
        ratedAt: row.ratedAt ?? clock.now(),
        ratingComment: comment ?? null,
      })
      await audit.write(tx, {
        actor: actor.id,
        action: 'tickets:rated',
        target: row.id,
        after: { rating, commented: comment !== undefined },
        ip,
      })
      return { rating, ratingComment: comment ?? null }
    })
  },
)
