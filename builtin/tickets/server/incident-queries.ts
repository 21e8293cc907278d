import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, gte, isNotNull, isNull, ne } from 'drizzle-orm'
import { ticket, type Ticket } from './tables.ts'
import { ticketColumns } from './ticket-queries.ts'

/** Tickets about servers that are not closed and were opened since then. */
export const listServerTickets = (db: Queries, since: Date, limit: number): Promise<Ticket[]> =>
  db
    .select(ticketColumns)
    .from(ticket)
    .where(
      and(
        ne(ticket.status, 'closed'),
        isNull(ticket.mergedInto),
        isNotNull(ticket.serverId),
        gte(ticket.createdAt, since),
      ),
    )
    .orderBy(asc(ticket.createdAt), asc(ticket.id))
    .limit(limit)
