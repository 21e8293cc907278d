import { sql, type SQL } from 'drizzle-orm'
import { message, ticket } from './tables.ts'

/** Messages that the customer of a ticket sees: no notes of staff, and nothing that can still be undone. */
export const isReadBy = (user: SQL) => sql`(not ${message.internal} and ${message.releasedAt} is not null
  and ${message.ticketId} in (select ${ticket.id} from ${ticket} where ${ticket.owner} = ${user}))`
