import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { isConfirmedReturn, listCharges } from './derive-standing.ts'
import { event, payment, type Payment, type PaymentEvent } from './tables.ts'

const kinds = ['refunded', 'refund-failed', 'dispute-lost', 'dispute-won'] as const

/** Money of a currency that is gone for good, by what was told until then. */
const goneOf = (row: Payment, told: readonly PaymentEvent[], currency: string): number =>
  listCharges(row, told, isConfirmedReturn)
    .filter((charge) => charge.currency === currency)
    .reduce((sum, { amount, left }) => sum + (amount === null ? 0 : amount - left), 0)

/**
 * The money that went back since a moment. A sum counts once, also where it was told as refund and as dispute, and what came back
 * after all is taken off.
 */
export async function sumReturned(db: Queries, currency: string, since: Date): Promise<number> {
  const touched = db
    .selectDistinct({ id: event.payment })
    .from(event)
    .where(and(inArray(event.kind, [...kinds]), gte(event.at, since)))
  const rows = await db
    .select()
    .from(event)
    .innerJoin(payment, eq(payment.id, event.payment))
    .where(inArray(event.payment, touched))
    .orderBy(asc(event.id))
  let sum = 0
  for (const told of Map.groupBy(rows, ({ payment: { id } }) => id).values()) {
    const [first] = told
    if (!first) continue
    const all = told.map((each) => each.event)
    const before = all.filter(({ at }) => at < since)
    sum += goneOf(first.payment, all, currency) - goneOf(first.payment, before, currency)
  }
  return sum
}
