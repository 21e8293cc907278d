import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { discordAccount, j4rServer, membership, startedCheck } from './tables.ts'

export const listServers = (db: Queries) => db.select().from(j4rServer).orderBy(j4rServer.name, j4rServer.id)
export type J4rServerRow = Awaited<ReturnType<typeof listServers>>[number]

export const listMemberships = (db: Queries, user: string) =>
  db.select().from(membership).where(eq(membership.userId, user))
export type MembershipRow = Awaited<ReturnType<typeof listMemberships>>[number]

export const saveCheck = (db: Queries, check: { stateHash: string; userId: string; expiresAt: Date }) =>
  db.insert(startedCheck).values(check)

/** Uses up a check that this person has begun; false when there is none, or not any more. */
export const takeCheck = async (
  db: Queries,
  stateHash: string,
  user: string,
  now: Date,
): Promise<boolean> => {
  const taken = await db
    .delete(startedCheck)
    .where(
      and(
        eq(startedCheck.stateHash, stateHash),
        eq(startedCheck.userId, user),
        gt(startedCheck.expiresAt, now),
      ),
    )
    .returning({ user: startedCheck.userId })
  return taken.length === 1
}

export const deleteExpiredChecks = (db: Queries, now: Date) =>
  db.delete(startedCheck).where(lte(startedCheck.expiresAt, now))

/**
 * Ties a Discord account to a person for good. `taken`: it is somebody else's. `other`: the person has another one.
 * Two checks at once wait for each other.
 */
export async function tieAccount(
  tx: Transaction,
  user: string,
  discordHash: string,
): Promise<'tied' | 'taken' | 'other'> {
  // Both unique keys end the wait: whichever row was there first is read below.
  await tx.insert(discordAccount).values({ userId: user, discordHash }).onConflictDoNothing()
  const [own] = await tx.select().from(discordAccount).where(eq(discordAccount.userId, user)).for('update')
  if (!own) return 'taken'
  return own.discordHash === discordHash ? 'tied' : 'other'
}

/** After the key of the instance was replaced no hash equals the one of before: people tie their accounts again. */
export const forgetAccounts = async (db: Queries): Promise<void> => {
  await db.delete(discordAccount)
}

export const addMembership = (tx: Transaction, row: Omit<MembershipRow, 'paidAt' | 'review'>) =>
  tx.insert(membership).values(row).onConflictDoNothing()

/** Forgets a membership that was not paid. */
export const dropMembership = (tx: Transaction, user: string, serverId: string) =>
  tx
    .delete(membership)
    .where(and(eq(membership.userId, user), eq(membership.serverId, serverId), isNull(membership.paidAt)))

export const markPaid = (
  tx: Transaction,
  user: string,
  serverId: string,
  now: Date,
  review: MembershipRow['review'],
) =>
  tx
    .update(membership)
    .set({ review, paidAt: sql`coalesce(${membership.paidAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(membership.userId, user), eq(membership.serverId, serverId)))

/** Ends a held reward as staff decided. */
export const endHeld = (tx: Transaction, user: string, serverId: string, review: 'void' | null) =>
  tx
    .update(membership)
    .set({ review })
    .where(and(eq(membership.userId, user), eq(membership.serverId, serverId), eq(membership.review, 'held')))
