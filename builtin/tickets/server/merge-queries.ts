import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import { message, ticket, type Ticket } from './tables.ts'
import { ticketColumns } from './ticket-queries.ts'

// A tsvector has at most 1 MB; the words of this many characters stay below that.
const MOST_CHARACTERS = 200_000

/** Locks both in the order of their ids, so that two people who merge them the other way round do not wait for each other. */
export async function lockBoth(tx: Transaction, one: string, other: string) {
  const rows = await tx
    .select(ticketColumns)
    .from(ticket)
    .where(sql`${ticket.id} in (${one}, ${other})`)
    .orderBy(ticket.id)
    .for('update')
  const find = (id: string) => rows.find((row) => row.id === id) ?? null
  return [find(one), find(other)] as const
}

/** A reply that can still be undone will be released in the ticket that it was written in. */
export const hasHeldReply = async (db: Queries, id: string): Promise<boolean> =>
  (await db.$count(message, and(eq(message.ticketId, id), isNull(message.releasedAt)))) > 0

/** Makes a ticket found by the words of the messages that it has now. */
async function rebuildWords(tx: Queries, id: string): Promise<void> {
  await tx.execute(sql`
    update tickets.ticket t set search = strip(to_tsvector('simple', left(t.subject || ' ' || coalesce(
      (select string_agg(m.body, ' ' order by m.id) from tickets.message m
       where m.ticket_id = t.id and m.released_at is not null), ''), ${MOST_CHARACTERS})))
    where t.id = ${id}`)
}

const moveFiles = (tx: Queries, from: string, into: string) =>
  tx.execute(sql`
    update tickets.attachment a set ticket_id = ${into} from tickets.message m
    where m.id = a.message_id and m.ticket_id = ${into} and a.ticket_id = ${from}`)

/** Files follow their messages, and either ticket is found by the words that it has now. */
async function settleMove(tx: Queries, from: string, into: string): Promise<void> {
  await moveFiles(tx, from, into)
  for (const id of [from, into]) await rebuildWords(tx, id)
}

/** Moves the messages of a ticket with their files; each remembers where it came from. */
export async function moveMessages(tx: Queries, from: string, into: string): Promise<void> {
  await tx.execute(sql`
    update tickets.message set ticket_id = ${into}, origins = origins || ${from}::uuid
    where ticket_id = ${from}`)
  await settleMove(tx, from, into)
}

/** Moves that message and all after it with their files; they belong to the other ticket then. */
export async function moveMessagesFrom(
  tx: Queries,
  from: string,
  into: string,
  first: bigint,
): Promise<void> {
  await tx
    .update(message)
    .set({ ticketId: into })
    .where(and(eq(message.ticketId, from), gte(message.id, first)))
  await settleMove(tx, from, into)
}

/** Moves the messages back that came from this ticket; what was written since stays. */
export async function moveMessagesBack(tx: Queries, from: string, into: string): Promise<void> {
  await tx.execute(sql`
    update tickets.message set ticket_id = ${from}, origins = origins[:cardinality(origins) - 1]
    where ticket_id = ${into} and origins[cardinality(origins)] = ${from}::uuid`)
  await moveFiles(tx, into, from)
  for (const id of [from, into]) await rebuildWords(tx, id)
}

/** Other tickets of a customer that are neither closed nor merged, the last changed first. */
export const listMergeable = (db: Queries, owner: string, except: string): Promise<Ticket[]> =>
  db
    .select(ticketColumns)
    .from(ticket)
    .where(and(eq(ticket.owner, owner), ne(ticket.id, except), ne(ticket.status, 'closed')))
    .orderBy(desc(ticket.updatedAt), desc(ticket.id))
    .limit(50)
