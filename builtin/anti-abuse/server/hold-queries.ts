import type { HeldEarning, HoldSign } from '@spawnpoint/contracts/anti-abuse'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { hold, type Hold } from './tables.ts'

const sum = (recipients: HeldEarning['recipients']) =>
  recipients.reduce((total, { amount }) => total + amount, 0)

/** The same key is held once; coins that come one by one add to the open hold of their scope. */
export async function saveHold(
  tx: Transaction,
  { joins = false, note = '', user, recipients, ...earning }: HeldEarning,
  signs: readonly HoldSign[],
  createdAt: Date,
): Promise<void> {
  const row = {
    ...earning,
    userId: user,
    recipients,
    joins,
    note,
    signs,
    createdAt,
    total: sum(recipients),
    amount: sum(recipients.filter((each) => each.user === user)),
  }
  const insert = tx.insert(hold).values(row)
  if (!joins) return void (await insert.onConflictDoNothing())
  await insert.onConflictDoUpdate({
    target: hold.scope,
    targetWhere: sql`joins and state = 'open'`,
    set: { amount: sql`${hold.amount} + excluded.amount`, total: sql`${hold.total} + excluded.total` },
  })
}

export const lockHold = async (tx: Transaction, id: string): Promise<Hold | null> => {
  const [found] = await tx.select().from(hold).where(eq(hold.id, id)).for('update')
  return found ?? null
}

export const findHold = async (db: Queries, id: string): Promise<Hold | null> => {
  const [found] = await db.select().from(hold).where(eq(hold.id, id))
  return found ?? null
}

/** The payment of the ledger. Coins that came one by one all go to the one person. */
export const payoutOf = ({ joins, userId, total, recipients }: Hold): HeldEarning['recipients'] =>
  joins ? [{ user: userId, amount: total }] : recipients.filter(({ amount }) => amount > 0)

export const saveDecision = (
  tx: Queries,
  id: string,
  decision: Pick<Hold, 'state' | 'decidedAt' | 'decidedBy' | 'decisionNote'>,
) => tx.update(hold).set(decision).where(eq(hold.id, id))

/** True for the first appeal to an open hold. */
export async function saveAppeal(db: Queries, id: string, text: string, at: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(hold)
    .set({ appeal: text, appealedAt: at })
    .where(and(eq(hold.id, id), eq(hold.state, 'open'), isNull(hold.appealedAt)))
  return rowCount === 1
}

const OWN_SHOWN = 50

export const listHoldsOf = (db: Queries, user: string, source: string | undefined) =>
  db
    .select()
    .from(hold)
    .where(and(eq(hold.userId, user), source === undefined ? undefined : eq(hold.source, source)))
    .orderBy(desc(hold.number))
    .limit(OWN_SHOWN)

export const inState = (state: 'open' | 'appealed' | 'decided' | undefined) => {
  if (state === undefined) return undefined
  if (state === 'decided') return ne(hold.state, 'open')
  return and(eq(hold.state, 'open'), state === 'appealed' ? isNotNull(hold.appealedAt) : undefined)
}

export const readCounts = async (db: Queries) => {
  const { rows } = await db.execute<{ open: number; appealed: number; coins: number }>(
    sql`select count(*)::integer as open, count(appealed_at)::integer as appealed,
      coalesce(sum(total), 0)::float8 as coins from anti_abuse.hold where state = 'open'`,
  )
  return rows[0] ?? { open: 0, appealed: 0, coins: 0 }
}

/** Nothing of an erased person is paid any more, and their words go with them. */
export async function forgetHolds(db: Queries, user: string, at: Date): Promise<void> {
  const theirs = sql`${hold.recipients} @> ${JSON.stringify([{ user }])}::jsonb`
  await db
    .update(hold)
    .set({ state: 'void', decidedAt: at })
    .where(and(eq(hold.state, 'open'), theirs))
  await db.update(hold).set({ appeal: null, appealedAt: null }).where(eq(hold.userId, user))
}
