import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { deleteUnsentOf } from './attachment-queries.ts'
import { deleteDraftsOf } from './draft-queries.ts'
import { event, ticket, type Ticket } from './tables.ts'

const { search: _search, touchedAt: _touchedAt, ...columns } = getTableColumns(ticket)
/** A ticket's columns without its words. */
export const ticketColumns = columns

// A tsvector has at most 1 MB; the words of the first messages are enough to find a ticket.
const MOST_WORDS_BYTES = 200_000

const wordsOf = (text: string) => sql`strip(to_tsvector('simple', ${text}))`

export const insertTicket = async (
  tx: Queries,
  row: Omit<typeof ticket.$inferInsert, 'search'>,
  words: string,
): Promise<Ticket | null> => {
  const [made] = await tx
    .insert(ticket)
    .values({ ...row, search: wordsOf(words) })
    .onConflictDoNothing({ target: [ticket.owner, ticket.requestKey] })
    .returning(columns)
  return made ?? null
}

/** Makes a ticket found by the words of a message as well. */
export const addWords = (tx: Queries, id: string, text: string) =>
  tx
    .update(ticket)
    .set({ search: sql`${ticket.search} || ${wordsOf(text)}` })
    .where(and(eq(ticket.id, id), sql`pg_column_size(${ticket.search}) < ${MOST_WORDS_BYTES}`))

export const findTicket = async (db: Queries, id: string): Promise<Ticket | null> => {
  const [found] = await db.select(columns).from(ticket).where(eq(ticket.id, id))
  return found ?? null
}

/** Only the owner's: a stranger's ticket is not there. */
export const findTicketOf = async (db: Queries, owner: string, id: string): Promise<Ticket | null> => {
  const [found] = await db
    .select(columns)
    .from(ticket)
    .where(and(eq(ticket.id, id), eq(ticket.owner, owner)))
  return found ?? null
}

export const findByRequest = async (
  db: Queries,
  owner: string,
  requestKey: string,
): Promise<Ticket | null> => {
  const [found] = await db
    .select(columns)
    .from(ticket)
    .where(and(eq(ticket.owner, owner), eq(ticket.requestKey, requestKey)))
  return found ?? null
}

export const lockTicket = async (tx: Transaction, id: string): Promise<Ticket | null> => {
  const [found] = await tx.select(columns).from(ticket).where(eq(ticket.id, id)).for('update')
  return found ?? null
}

export const updateTicket = (tx: Queries, id: string, values: Partial<typeof ticket.$inferInsert>) =>
  tx.update(ticket).set(values).where(eq(ticket.id, id))

export const countOpenOf = (db: Queries, owner: string): Promise<number> =>
  db.$count(ticket, and(eq(ticket.owner, owner), ne(ticket.status, 'closed')))

/** Two tickets of one customer are opened one after the other, so that the limit holds. */
export const lockOwner = (tx: Transaction, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tickets.owner:' || ${owner}, 0))`)

export const listLastOf = (db: Queries, owner: string, except: string, limit: number): Promise<Ticket[]> =>
  db
    .select(columns)
    .from(ticket)
    .where(and(eq(ticket.owner, owner), ne(ticket.id, except)))
    .orderBy(desc(ticket.updatedAt), desc(ticket.id))
    .limit(limit)

export const insertEvents = (tx: Queries, rows: readonly (typeof event.$inferInsert)[]) =>
  tx.insert(event).values([...rows])

export const listEvents = (db: Queries, id: string, kinds?: readonly (typeof event.$inferSelect)['kind'][]) =>
  db
    .select()
    .from(event)
    .where(and(eq(event.ticketId, id), kinds && inArray(event.kind, [...kinds])))
    .orderBy(asc(event.id))

/** People who have worked on tickets, the last first. */
export const listAgents = async (db: Queries, limit: number): Promise<readonly string[]> => {
  const { rows } = await db.execute<{ person: string }>(sql`
    select author as person from (
      select author, id from tickets.message where staff and author is not null order by id desc limit 1000
    ) lately group by author order by max(id) desc limit ${limit}`)
  return rows.map(({ person }) => person)
}

export const countActive = async (db: Queries, person: string, now: Date) => {
  const { rows } = await db.execute<Record<'active' | 'unanswered' | 'urgent' | 'mine', number>>(sql`
    select count(*)::int as active,
      (count(*) filter (where status = 'open'))::int as unanswered,
      (count(*) filter (where priority = 'urgent'))::int as urgent,
      (count(*) filter (where assignee = ${person}))::int as mine
    from tickets.ticket
    where status <> 'closed' and (snoozed_until is null or snoozed_until <= ${now.toISOString()})`)
  return rows[0] ?? { active: 0, unanswered: 0, urgent: 0, mine: 0 }
}

/** Removes the tickets of an erased account; what it wrote to others stays without a name. */
export const forgetPerson = async (tx: Transaction, user: string): Promise<void> => {
  await deleteDraftsOf(tx, user)
  await deleteUnsentOf(tx, user)
  await tx.delete(ticket).where(eq(ticket.owner, user))
  await tx.update(ticket).set({ assignee: null }).where(eq(ticket.assignee, user))
}

/** Deletes tickets that were closed before then, each with those that were merged into it; their files follow. */
export const deleteClosedBefore = async (db: Queries, before: Date, most: number): Promise<number> => {
  const isOver = and(eq(ticket.status, 'closed'), isNull(ticket.mergedInto), lt(ticket.closedAt, before))
  return db.transaction(async (tx) => {
    // Locked, so that none of them is reopened meanwhile.
    const closed = await tx.select({ id: ticket.id }).from(ticket).where(isOver).limit(most).for('update')
    const ids = closed.map(({ id }) => id)
    await tx.delete(ticket).where(or(inArray(ticket.mergedInto, ids), inArray(ticket.id, ids)))
    return ids.length
  })
}
