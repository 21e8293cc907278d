import type { TakenCompensation } from '@spawnpoint/contracts/tickets'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { compensation, type Compensation } from './tables.ts'

const DAY_MS = 86_400_000
const sums = z.object({ coins: z.coerce.number(), days: z.coerce.number() })

/** Two grants of one person follow each other: at once, each would miss the other in the sum of the day. */
export const lockGranter = (tx: Transaction, actor: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tickets.compensation:' || ${actor}, 0))`)

/** Everything that a person granted within 24 hours, also with replies that can still be undone. */
export async function sumGranted(db: Queries, actor: string, now: Date) {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const { rows } = await db.execute(sql`
    select coalesce(sum(coins) filter (where not coins_failed), 0) as coins,
      coalesce(sum(days) filter (where not days_failed), 0) as days
    from tickets.compensation where actor = ${actor} and created_at > ${since}::timestamptz`)
  return sums.parse(rows[0])
}

export const insertCompensation = (tx: Queries, row: typeof compensation.$inferInsert) =>
  tx.insert(compensation).values(row)

export const findCompensation = async (db: Queries, messageId: bigint): Promise<Compensation | null> => {
  const [found] = await db.select().from(compensation).where(eq(compensation.messageId, messageId))
  return found ?? null
}

export const listCompensations = (db: Queries, messages: readonly bigint[]): Promise<Compensation[]> =>
  messages.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(compensation)
        .where(inArray(compensation.messageId, [...messages]))

export const markFailed = (
  tx: Queries,
  id: bigint,
  failed: Pick<Compensation, 'coinsFailed' | 'daysFailed'>,
) => tx.update(compensation).set(failed).where(eq(compensation.id, id))

/** Takes a grant back with its reply; what it was is given to the editor. */
export const takeCompensationBack = async (
  tx: Queries,
  messageId: bigint,
): Promise<TakenCompensation | null> => {
  const [gone] = await tx.delete(compensation).where(eq(compensation.messageId, messageId)).returning()
  if (!gone) return null
  const { coins, days, serverId, serverName } = gone
  return { coins, days, serverId, server: serverName }
}

export const isSameCompensation = (
  stored: Compensation | null,
  offered: Pick<Compensation, 'coins' | 'days' | 'serverId'> | null,
) =>
  (stored?.coins ?? 0) === (offered?.coins ?? 0) &&
  (stored?.days ?? 0) === (offered?.days ?? 0) &&
  (stored?.serverId ?? null) === (offered?.serverId ?? null)
