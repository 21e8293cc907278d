import { contains, readPage } from '@spawnpoint/sdk/list/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, count, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { massMail, recipient, unsubscribed, type StoredMassMail, type StoredRecipient } from './tables.ts'

type State = StoredRecipient['state']

/** Null where the same request was made before. */
export async function insertMassMail(
  tx: Queries,
  values: Pick<StoredMassMail, 'id' | 'author' | 'kind' | 'audience' | 'texts' | 'requestKey' | 'createdAt'>,
) {
  const [made] = await tx.insert(massMail).values(values).onConflictDoNothing().returning({ id: massMail.id })
  return made?.id ?? null
}

export async function findMassMailOf(db: Queries, requestKey: string, author: string) {
  const [found] = await db
    .select({ id: massMail.id })
    .from(massMail)
    .where(and(eq(massMail.requestKey, requestKey), eq(massMail.author, author)))
  return found?.id ?? null
}

export async function findMassMail(db: Queries, id: string): Promise<StoredMassMail | null> {
  const [found] = await db.select().from(massMail).where(eq(massMail.id, id))
  return found ?? null
}

export const listStoredMassMails = (
  db: Queries,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) =>
  readPage({
    sort: 'id',
    order: 'desc',
    id: massMail.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db
        .select()
        .from(massMail)
        .where(past)
        .orderBy(...orderBy)
        .limit(most),
  })

/** How many addresses are in which state, by mass mail. */
export async function countStates(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: recipient.massMail, state: recipient.state, addresses: count() })
    .from(recipient)
    .where(inArray(recipient.massMail, [...ids]))
    .groupBy(recipient.massMail, recipient.state)
}

export const listRecipients = (
  db: Queries,
  id: string,
  query: {
    readonly cursor?: string | undefined
    readonly limit: number
    readonly search: string
    readonly state: State | undefined
  },
) =>
  readPage({
    sort: 'id',
    order: 'asc',
    id: recipient.id,
    cursor: query.cursor,
    limit: query.limit,
    read: ({ past, orderBy, limit }) =>
      db
        .select({ id: recipient.id, ...recipientColumns })
        .from(recipient)
        .where(
          and(
            eq(recipient.massMail, id),
            query.state && eq(recipient.state, query.state),
            query.search === ''
              ? undefined
              : or(contains(recipient.address, query.search), contains(recipient.username, query.search)),
            past,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  })

const recipientColumns = {
  address: recipient.address,
  username: recipient.username,
  language: recipient.language,
  state: recipient.state,
  failure: recipient.failure,
  endedAt: recipient.endedAt,
}

/** The open ones on which no process works at this moment. */
export const listIdle = (db: Queries, now: Date) =>
  db
    .select({ id: massMail.id })
    .from(massMail)
    .where(and(inArray(massMail.state, ['gathering', 'sending']), isFree(now)))

const isFree = (now: Date) => or(isNull(massMail.leaseUntil), lt(massMail.leaseUntil, now))

/** False where another process works on it, or it is not open. */
export async function takeLease(db: Queries, id: string, now: Date, until: Date): Promise<boolean> {
  const taken = await db
    .update(massMail)
    .set({ leaseUntil: until })
    .where(and(eq(massMail.id, id), inArray(massMail.state, ['gathering', 'sending']), isFree(now)))
    .returning({ id: massMail.id })
  return taken.length > 0
}

/** Holds on to it; answers the state that it has now. */
export async function keepLease(db: Queries, id: string, until: Date): Promise<StoredMassMail | null> {
  const [kept] = await db.update(massMail).set({ leaseUntil: until }).where(eq(massMail.id, id)).returning()
  return kept ?? null
}

export async function giveUpLease(db: Queries, id: string, problem: string | null) {
  await db.update(massMail).set({ leaseUntil: null, problem }).where(eq(massMail.id, id))
}

/** From some states to another; false where it was in none of them. */
export async function moveMassMail(
  db: Queries,
  id: string,
  {
    from,
    to,
    finishedAt = null,
  }: {
    readonly from: readonly StoredMassMail['state'][]
    readonly to: StoredMassMail['state']
    readonly finishedAt?: Date | null
  },
): Promise<boolean> {
  const moved = await db
    .update(massMail)
    .set({ state: to, finishedAt })
    .where(and(eq(massMail.id, id), inArray(massMail.state, [...from])))
    .returning({ id: massMail.id })
  return moved.length > 0
}

export async function insertRecipients(
  tx: Queries,
  id: string,
  rows: readonly (Pick<StoredRecipient, 'userId' | 'address' | 'username' | 'language' | 'state'> &
    Partial<Pick<StoredRecipient, 'failure'>>)[],
  gatheredTo: string,
  now: Date,
) {
  if (rows.length > 0)
    await tx
      .insert(recipient)
      .values(
        rows.map((row) => ({
          ...row,
          massMail: id,
          dueAt: now,
          endedAt: row.state === 'waiting' ? null : now,
        })),
      )
      .onConflictDoNothing()
  await tx.update(massMail).set({ gatheredTo }).where(eq(massMail.id, id))
}

/**
 * Settles the rows of a killed process: an address that the mail server can't have yet waits again, one that it may have is
 * not written to a second time. Only for who holds the lease.
 */
export async function settleAbandoned(tx: Queries, id: string, now: Date) {
  await tx
    .update(recipient)
    .set({ state: 'waiting' })
    .where(and(eq(recipient.massMail, id), eq(recipient.state, 'claimed')))
  await tx
    .update(recipient)
    .set({ state: 'unconfirmed', endedAt: now })
    .where(and(eq(recipient.massMail, id), eq(recipient.state, 'sending')))
}

export async function claimNext(db: Queries, id: string, now: Date): Promise<StoredRecipient | null> {
  const next = db
    .select({ address: recipient.address })
    .from(recipient)
    .where(
      and(
        eq(recipient.massMail, id),
        eq(recipient.state, 'waiting'),
        lte(recipient.dueAt, now),
        sql`exists (select from ${massMail} where ${massMail.id} = ${id} and ${massMail.state} = 'sending')`,
      ),
    )
    .orderBy(asc(recipient.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(recipient)
    .set({ state: 'claimed', attempts: sql`${recipient.attempts} + 1` })
    .where(and(eq(recipient.massMail, id), eq(recipient.address, sql`(${next})`)))
    .returning()
  return claimed ?? null
}

/** The step after which the mail server may have it; false once the mass mail is stopped. */
export async function markSending(db: Queries, id: string, address: string): Promise<boolean> {
  const moved = await db
    .update(recipient)
    .set({ state: 'sending' })
    .where(
      and(
        eq(recipient.massMail, id),
        eq(recipient.address, address),
        inArray(recipient.state, ['claimed', 'sending']),
        sql`exists (select from ${massMail} where ${massMail.id} = ${id} and ${massMail.state} = 'sending')`,
      ),
    )
    .returning({ address: recipient.address })
  return moved.length > 0
}

export async function settleRecipient(
  db: Queries,
  { massMail: id, address }: Pick<StoredRecipient, 'massMail' | 'address'>,
  outcome: Partial<Pick<StoredRecipient, 'state' | 'failure' | 'dueAt' | 'endedAt' | 'attempts'>>,
) {
  await db
    .update(recipient)
    .set(outcome)
    .where(and(eq(recipient.massMail, id), eq(recipient.address, address)))
}

export const countOpen = (db: Queries, id: string) =>
  db.$count(
    recipient,
    and(eq(recipient.massMail, id), inArray(recipient.state, ['waiting', 'claimed', 'sending'])),
  )

export async function findUnsubscribed(db: Queries, users: readonly string[]): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set()
  const rows = await db
    .select({ id: unsubscribed.userId })
    .from(unsubscribed)
    .where(inArray(unsubscribed.userId, [...users]))
  return new Set(rows.map(({ id }) => id))
}

export async function unsubscribe(db: Queries, userId: string, createdAt: Date) {
  await db.insert(unsubscribed).values({ userId, createdAt }).onConflictDoNothing()
}

export async function subscribeAgain(db: Queries, userId: string) {
  await db.delete(unsubscribed).where(eq(unsubscribed.userId, userId))
}

/** The outcome stays, without the person. */
export async function forgetRecipient(db: Queries, userId: string) {
  await db.delete(unsubscribed).where(eq(unsubscribed.userId, userId))
  await db
    .delete(recipient)
    .where(and(eq(recipient.userId, userId), inArray(recipient.state, ['waiting', 'claimed'])))
  await db
    .update(recipient)
    .set({ userId: null, address: sql`'erased-' || gen_random_uuid()`, username: '–', failure: null })
    .where(eq(recipient.userId, userId))
  await db.update(massMail).set({ author: null }).where(eq(massMail.author, userId))
}
