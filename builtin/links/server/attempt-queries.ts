import { readPage } from '@spawnpoint/sdk/list/server'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import { attempt, type Attempt } from './tables.ts'

/** Starts and rewards of one person with one provider run one after the other. */
export const lockProvider = (tx: Transaction, user: string, provider: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`links:${user}:${provider}`}, 0))`)

/** True where another attempt was paid for this proof; attempts that bring the same one wait for each other. */
export async function isProofUsed(tx: Transaction, proof: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`links.proof:${proof}`}, 0))`)
  return (await tx.$count(attempt, eq(attempt.proof, proof))) > 0
}

export interface Rewards {
  readonly today: number
  readonly last: Date | null
}

/** Rewards of a person by provider: how many on that day, and when the last one was paid. */
export async function readRewards(db: Queries, user: string, day: string): Promise<Map<string, Rewards>> {
  const { rows } = await db.execute<{ provider: string; today: number; last: string }>(
    sql`select provider, count(*) filter (where paid_on >= ${day}::date)::integer as today, max(paid_at) as last
      from links.attempt where user_id = ${user} and state in ('paid', 'held', 'void') group by provider`,
  )
  return new Map(rows.map(({ provider, today, last }) => [provider, { today, last: new Date(last) }]))
}

export const replaceOpen = (tx: Transaction, user: string, provider: string) =>
  tx
    .update(attempt)
    .set({ state: 'replaced' })
    .where(and(eq(attempt.userId, user), eq(attempt.provider, provider), eq(attempt.state, 'open')))

export const saveAttempt = (tx: Transaction, row: typeof attempt.$inferInsert) =>
  tx.insert(attempt).values(row)

export const findAttempt = async (db: Queries, key: string): Promise<Attempt | null> => {
  const [found] = await db.select().from(attempt).where(eq(attempt.key, key))
  return found ?? null
}

/** True for the one call that takes it from `open`. */
export const leaveOpen = async (
  tx: Queries,
  id: bigint,
  change: Pick<typeof attempt.$inferInsert, 'paidAt' | 'paidOn' | 'proof'> & {
    readonly state: 'paid' | 'held' | 'failed'
  },
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(attempt)
    .set(change)
    .where(and(eq(attempt.id, id), eq(attempt.state, 'open')))
  return rowCount === 1
}

/** Ends a held attempt as staff decided. */
export const endHeld = (tx: Queries, key: string, state: 'paid' | 'void') =>
  tx
    .update(attempt)
    .set({ state })
    .where(and(eq(attempt.key, key), eq(attempt.state, 'held')))

export const listAttempts = (
  db: Queries,
  user: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) =>
  readPage({
    sort: 'id',
    order: 'desc',
    id: attempt.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db
        .select()
        .from(attempt)
        .where(and(eq(attempt.userId, user), past))
        .orderBy(...orderBy)
        .limit(most),
  })

export const forgetAttempts = async (db: Queries, user: string): Promise<void> => {
  await db.delete(attempt).where(eq(attempt.userId, user))
}
