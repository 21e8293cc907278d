import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql, sum } from 'drizzle-orm'
import { document, event, payment, type Payment, type PaymentEvent } from './tables.ts'

export type NewPayment = typeof payment.$inferInsert
export type NewEvent = typeof event.$inferInsert

/** Null where the same request has made a payment before. */
export const savePayment = async (tx: Queries, row: NewPayment): Promise<Payment | null> => {
  const [saved] = await tx
    .insert(payment)
    .values(row)
    .onConflictDoNothing({ target: [payment.userId, payment.requestKey] })
    .returning()
  return saved ?? null
}

export const findByRequest = async (
  db: Queries,
  user: string,
  requestKey: string,
): Promise<Payment | null> => {
  const [found] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.userId, user), eq(payment.requestKey, requestKey)))
  return found ?? null
}

export const findByReference = async (db: Queries, reference: string): Promise<Payment | null> => {
  const [found] = await db.select().from(payment).where(eq(payment.reference, reference))
  return found ?? null
}

/**
 * Everything that changes a payment begins here, so that it happens one after the other. Coins that it gives go to what the
 * customer owes first: those payments are locked with it and in the order of all, so that no two wait for each other.
 */
export const lockPayment = async (tx: Transaction, id: bigint): Promise<Payment> => {
  const [asked] = await tx.select({ userId: payment.userId }).from(payment).where(eq(payment.id, id))
  const isOwed = asked?.userId
    ? and(eq(payment.userId, asked.userId), gt(payment.credited, payment.due))
    : undefined
  const rows = await tx
    .select()
    .from(payment)
    .where(or(eq(payment.id, id), isOwed))
    .orderBy(asc(payment.id))
    .for('update')
  const found = rows.find((each) => each.id === id)
  if (!found) throw new Error(`E_PAYMENT: there is no payment ${id}`)
  return found
}

export const changePayment = (
  tx: Queries,
  id: bigint,
  changes: Partial<Pick<Payment, 'state' | 'due' | 'credited' | 'postings' | 'nextCheckAt'>>,
) => tx.update(payment).set(changes).where(eq(payment.id, id))

/** The first word of the provider stays. */
export const saveCheckout = (db: Queries, id: bigint, checkout: string, address: string) =>
  db
    .update(payment)
    .set({ checkout, address })
    .where(and(eq(payment.id, id), isNull(payment.checkout)))

/** Null where the same event, or the same fact, was recorded before. */
export const saveEvent = async (tx: Queries, row: NewEvent): Promise<PaymentEvent | null> => {
  const [saved] = await tx.insert(event).values(row).onConflictDoNothing().returning()
  return saved ?? null
}

export const listEvents = (db: Queries, id: bigint): Promise<PaymentEvent[]> =>
  db.select().from(event).where(eq(event.payment, id)).orderBy(asc(event.id))

/** Payments whose time has come, taken so that no other process takes them as well. */
export const listDue = (tx: Transaction, now: Date, limit: number): Promise<Payment[]> =>
  tx
    .select()
    .from(payment)
    .where(lte(payment.nextCheckAt, now))
    .orderBy(asc(payment.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })

export const listOwing = (db: Queries, users: readonly string[]): Promise<{ id: bigint }[]> =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(and(inArray(payment.userId, [...users]), gt(payment.credited, payment.due)))
    .orderBy(asc(payment.id))

/** Payments whose coins these people owe. */
export const lockOwing = (
  tx: Transaction,
  users: readonly string[],
  wait: { readonly skipLocked?: true } = {},
): Promise<Payment[]> =>
  tx
    .select()
    .from(payment)
    .where(and(inArray(payment.userId, [...users]), gt(payment.credited, payment.due)))
    .orderBy(asc(payment.id))
    .for('update', wait)

/** The billing details of the newest order. */
export const findBilling = async (db: Queries, user: string): Promise<Payment['billing']> => {
  const [found] = await db
    .select({ billing: payment.billing })
    .from(payment)
    .where(and(eq(payment.userId, user), isNotNull(payment.billing)))
    .orderBy(desc(payment.id))
    .limit(1)
  return found?.billing ?? null
}

/** Forgets the billing details of orders without a receipt; receipts stay, as tax law asks. */
export const forgetBilling = (db: Queries, user: string) =>
  db
    .update(payment)
    .set({ billing: null })
    .where(
      and(
        eq(payment.userId, user),
        notExists(db.select().from(document).where(eq(document.payment, payment.id))),
      ),
    )

export const sumOwed = async (db: Queries, user: string): Promise<number> => {
  const [found] = await db
    .select({ owed: sum(sql`${payment.credited} - ${payment.due}`).mapWith(Number) })
    .from(payment)
    .where(and(eq(payment.userId, user), gt(payment.credited, payment.due)))
  return found?.owed ?? 0
}

/** A document with its payment. */
export const findDocument = async (db: Queries, id: string) => {
  const [found] = await db
    .select()
    .from(document)
    .innerJoin(payment, eq(payment.id, document.payment))
    .where(eq(document.publicId, id))
  return found ?? null
}

/** Sums of one currency since a moment, and what waits for staff. */
export const readFigures = async (db: Queries, currency: string, since: Date) => {
  const { rows } = await db.execute<Record<'received' | 'held' | 'disputed' | 'owed', number>>(
    sql`select
      (select coalesce(sum(amount), 0)::float8 from payments.event
        where kind = 'paid' and currency = ${currency} and at >= ${since}) as received,
      (select count(*)::int from payments.payment where state = 'held') as held,
      (select count(*)::int from payments.payment where state = 'disputed') as disputed,
      (select coalesce(sum(credited - due), 0)::float8 from payments.payment where credited > due) as owed`,
  )
  const found = rows[0] ?? { received: 0, held: 0, disputed: 0, owed: 0 }
  return { ...found, review: found.held + found.disputed }
}
