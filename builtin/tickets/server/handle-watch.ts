import { watchQueuedTicket, watchTicket } from '@spawnpoint/contracts/tickets'
import { answer, Database } from '@spawnpoint/sdk/server'
import { LiveTickets } from './live-tickets.ts'
import { findTicket, findTicketOf } from './ticket-queries.ts'

const uses = { db: Database, live: LiveTickets }

/** Others than event sources get a plain answer and no stream. */
const wantsEvents = (accept: string | undefined) => accept?.includes('text/event-stream') ?? false

export const handleWatchTicket = answer(
  watchTicket,
  uses,
  async ({ actor, query: { ticket }, fail, request, reply, db, live }) => {
    if (!(await findTicketOf(db.orm, actor.id, ticket))) throw fail('NOT_FOUND')
    if (wantsEvents(request.headers.accept))
      live.watch({ person: actor.id, ticket, staff: false, request, reply })
    return {}
  },
)

export const handleWatchQueuedTicket = answer(
  watchQueuedTicket,
  uses,
  async ({ actor, query: { ticket }, fail, request, reply, db, live }) => {
    if (!(await findTicket(db.orm, ticket))) throw fail('NOT_FOUND')
    if (wantsEvents(request.headers.accept))
      live.watch({ person: actor.id, ticket, staff: true, request, reply })
    return {}
  },
)
