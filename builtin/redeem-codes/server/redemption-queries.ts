import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, count, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { redeemCode, redemption } from './tables.ts'

/** Locks the code, so concurrent redemptions wait. */
export const lockCode = async (tx: Transaction, code: string) => {
  const [found] = await tx
    .select()
    .from(redeemCode)
    .where(eq(sql`lower(${redeemCode.code})`, code.toLowerCase()))
    .for('update')
  return found ?? null
}

export const isTaken = async (db: Queries, code: string): Promise<boolean> =>
  (await db.$count(redeemCode, sql`lower(${redeemCode.code}) = lower(${code})`)) > 0

export type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>

/** How often a customer has redeemed a code. Nobody else counts meanwhile: the code is locked. */
export const countRedemptions = async (tx: Transaction, code: string, user: string): Promise<number> => {
  const [found] = await tx
    .select({ times: count() })
    .from(redemption)
    .where(and(eq(redemption.codeId, code), eq(redemption.userId, user)))
  return found?.times ?? 0
}

/** The earlier answer to a request whose code has been deleted since. */
export const findRequest = async (tx: Transaction, user: string, requestKey: string) => {
  const [found] = await tx
    .select()
    .from(redemption)
    .where(and(eq(redemption.userId, user), eq(redemption.requestKey, requestKey)))
  return found ?? null
}

/** Takes one use; false when there is none. The version rises, so that an edit begun before is refused, not lost. */
export const takeUse = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx
    .update(redeemCode)
    .set({
      uses: sql`${redeemCode.uses} - 1`,
      status: sql`case when ${redeemCode.uses} = 1 then 'depleted' else ${redeemCode.status} end`,
      version: sql`${redeemCode.version} + 1`,
    })
    .where(and(eq(redeemCode.id, id), gt(redeemCode.uses, 0)))
  return rowCount === 1
}

/** Codes whose last day is over are expired; where the time zone was changed, some no longer are. */
export const turnTheDay = async (db: Queries, today: string): Promise<void> => {
  const { enabled, expiresOn, status, uses } = redeemCode
  await db
    .update(redeemCode)
    .set({
      status: sql`case
        when ${expiresOn} < ${today} then 'expired'
        when ${uses} = 0 then 'depleted'
        else 'enabled' end`,
    })
    .where(
      and(
        eq(enabled, true),
        or(
          and(inArray(status, ['enabled', 'depleted']), lt(expiresOn, today)),
          and(eq(status, 'expired'), gte(expiresOn, today)),
        ),
      ),
    )
}

export const saveRedemption = (
  tx: Transaction,
  code: LockedCode,
  by: {
    readonly user: string
    readonly requestKey: string
    readonly balance: number
    readonly turn: number
  },
) =>
  tx.insert(redemption).values({
    id: createRowId(),
    codeId: code.id,
    code: code.code,
    coins: code.coins,
    userId: by.user,
    requestKey: by.requestKey,
    balance: by.balance,
    turn: by.turn,
  })

/** The enabled codes that can give the most coins. */
export const listLargestCodes = (db: Queries) =>
  db
    .select({ coins: redeemCode.coins, uses: redeemCode.uses })
    .from(redeemCode)
    .where(eq(redeemCode.status, 'enabled'))
    .orderBy(sql`${redeemCode.coins}::numeric * ${redeemCode.uses} desc`, redeemCode.id)
    .limit(20)
