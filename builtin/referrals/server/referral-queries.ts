import type { ImportedReferral, ImportedReferralCode } from '@spawnpoint/contracts/referrals'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, gt, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { code, referral, type Referral } from './tables.ts'

export const findCode = async (db: Queries, user: string): Promise<string | null> => {
  const [found] = await db.select().from(code).where(eq(code.userId, user))
  return found?.code ?? null
}

/** Nothing happens where the person has a code, or the code is somebody else's. */
export const saveCode = (db: Queries, user: string, value: string) =>
  db.insert(code).values({ userId: user, code: value }).onConflictDoNothing()

export const findOwner = async (db: Queries, value: string): Promise<string | null> => {
  const [found] = await db.select().from(code).where(eq(code.code, value))
  return found?.userId ?? null
}

/** An event may be delivered twice: an account is invited once. */
export const saveReferral = (db: Queries, row: typeof referral.$inferInsert) =>
  db.insert(referral).values(row).onConflictDoNothing()

/** Nothing happens where the account was invited before. */
export const saveImported = async (
  db: Queries,
  referrals: readonly ImportedReferral[],
): Promise<ReadonlySet<string>> => {
  if (referrals.length === 0) return new Set()
  const rows = referrals.map((each) => ({
    ...each,
    state: 'imported' as const,
    reward: 0,
    rewardOfInvited: 0,
    decidedAt: each.createdAt,
  }))
  const saved = await db
    .insert(referral)
    .values(rows)
    .onConflictDoNothing({ target: referral.referred })
    .returning({ referred: referral.referred })
  return new Set(saved.map(({ referred }) => referred))
}

export const findInvited = async (db: Queries, users: readonly string[]): Promise<ReadonlySet<string>> => {
  if (users.length === 0) return new Set()
  const found = await db
    .select({ referred: referral.referred })
    .from(referral)
    .where(inArray(referral.referred, [...users]))
  return new Set(found.map(({ referred }) => referred))
}

export const readTotals = async (db: Queries, user: string) => {
  const { rows } = await db.execute<{ joined: number; open: number; earned: number }>(
    sql`select count(*)::float8 as joined,
        count(*) filter (where state in ('pending', 'held'))::float8 as open,
        coalesce(sum(reward) filter (where state = 'paid'), 0)::float8 as earned
      from referrals.referral where referrer = ${user}`,
  )
  return rows[0] ?? { joined: 0, open: 0, earned: 0 }
}

export const listOf = (
  db: Queries,
  user: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) =>
  readPage({
    sort: 'id',
    order: 'desc',
    id: referral.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db
        .select()
        .from(referral)
        .where(and(eq(referral.referrer, user), past))
        .orderBy(...orderBy)
        .limit(most),
  })

/** The next pending ones after that id. */
export const listPending = (db: Queries, after: bigint, limit: number): Promise<Referral[]> =>
  db
    .select()
    .from(referral)
    .where(and(eq(referral.state, 'pending'), gt(referral.id, after)))
    .orderBy(asc(referral.id))
    .limit(limit)

/** The row, if it is still pending; others who want to decide it wait. */
export const lockPending = async (tx: Transaction, id: bigint): Promise<Referral | null> => {
  const [found] = await tx
    .select()
    .from(referral)
    .where(and(eq(referral.id, id), eq(referral.state, 'pending')))
    .for('update')
  return found ?? null
}

/** Counts a day on which the account was used. */
export const countDay = (tx: Queries, id: bigint, day: string) =>
  tx
    .update(referral)
    .set({ activeDays: sql`${referral.activeDays} + 1`, lastActiveOn: day })
    .where(eq(referral.id, id))

export const decide = (tx: Queries, id: bigint, decision: Pick<Referral, 'state' | 'reason' | 'decidedAt'>) =>
  tx.update(referral).set(decision).where(eq(referral.id, id))

export const listHeld = (db: Queries, limit: number): Promise<Referral[]> =>
  db
    .select()
    .from(referral)
    .where(and(eq(referral.state, 'held'), eq(referral.handedOver, false)))
    .orderBy(asc(referral.id))
    .limit(limit)

export const markHandedOver = (tx: Queries, id: bigint) =>
  tx.update(referral).set({ handedOver: true }).where(eq(referral.id, id))

/** Ends a held referral as staff decided. */
export const endHeld = (tx: Queries, id: bigint, state: 'paid' | 'void', decidedAt: Date) =>
  tx
    .update(referral)
    .set({ state, reason: null, decidedAt })
    .where(and(eq(referral.id, id), eq(referral.state, 'held')))

/** Did the same person invite another account from this address? */
export const isAddressShared = async (db: Queries, { id, referrer, address }: Referral): Promise<boolean> => {
  if (address === null) return false
  const found = await db
    .select({ id: referral.id })
    .from(referral)
    .where(and(eq(referral.referrer, referrer), eq(referral.address, address), ne(referral.id, id)))
    .limit(1)
  return found.length > 0
}

// As long as a registration accepts, and upper case, since that is how it looks for them.
const isCode = (text: string) => /^[A-Z0-9_-]{3,64}$/.test(text)

/** Answers how many of these people have their code then; nobody gets a second one. */
export async function takeCodes(
  db: Queries,
  given: readonly ImportedReferralCode[],
  isWritten: boolean,
): Promise<number> {
  const wanted = given
    .map(({ user, code: text }) => ({ user, code: text.toUpperCase() }))
    .filter(({ code: text }) => isCode(text))
  const users = wanted.flatMap(({ user }) => user ?? [])
  const known = await db
    .select()
    .from(code)
    .where(
      or(
        inArray(code.userId, users),
        inArray(
          code.code,
          wanted.map(({ code: text }) => text),
        ),
      ),
    )
  const free = wanted.filter((each) =>
    known.every((row) => (row.code === each.code) === (row.userId === each.user)),
  )
  const rows = free.flatMap(({ user, code: text }) => (user === null ? [] : [{ userId: user, code: text }]))
  if (isWritten && rows.length > 0) await db.insert(code).values(rows).onConflictDoNothing()
  return free.length
}

/** Addresses are kept as long as they are of use. */
export const forgetAddresses = (db: Queries, before: Date) =>
  db
    .update(referral)
    .set({ address: null })
    .where(and(isNotNull(referral.address), lt(referral.createdAt, before)))

/** The rows stay for the other person's list, without what tells of this one. */
export const forgetPerson = async (db: Queries, user: string): Promise<void> => {
  await db.delete(code).where(eq(code.userId, user))
  await db
    .update(referral)
    .set({ address: null })
    .where(or(eq(referral.referrer, user), eq(referral.referred, user)))
  await db
    .update(referral)
    .set({ state: 'void', reason: null })
    .where(
      and(
        or(eq(referral.referrer, user), eq(referral.referred, user)),
        inArray(referral.state, ['pending', 'held']),
      ),
    )
}
