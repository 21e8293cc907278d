import { paymentsSettings } from '@spawnpoint/contracts/payments'
import type { Users } from '@spawnpoint/contracts/users'
import { defineSettings, type ServicesOf } from '@spawnpoint/sdk/common'
import type { Clock, Settings, Transaction } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findPaying, groupReturns, lastOutcome } from './derive-standing.ts'
import { document, series, type Party, type Payment, type PaymentEvent } from './tables.ts'

export type DocumentServices = ServicesOf<{
  users: typeof Users
  settings: typeof Settings
  clock: typeof Clock
}>

const line = { schema: z.string(), default: '', audience: 'public', group: 'legal' } as const
// Settings of the instance itself, read here only.
const company = defineSettings({
  company_name: line,
  company_address: line,
  company_city: line,
  company_state: line,
  company_zip: line,
  company_country: line,
  company_vat: line,
  app_name: { schema: z.string(), default: '', audience: 'public', group: 'general' },
})

function sellerOf({ settings }: DocumentServices): Party {
  const set = settings.read(company)
  const city = [set.company_zip, set.company_city].filter(Boolean).join(' ')
  return {
    name: set.company_name || set.app_name,
    lines: [set.company_address, city, set.company_state, set.company_country].filter(Boolean),
    vat: set.company_vat,
  }
}

const tagOf = (language: string) => (language === 'md' ? 'zh-Hans' : language)

/** The country in the language of the order. */
const countryName = (country: string, language: string): string =>
  new Intl.DisplayNames([tagOf(language)], { type: 'region' }).of(country) ?? country

async function buyerOf(
  { users }: DocumentServices,
  tx: Transaction,
  { userId, billing, language }: Payment,
): Promise<Party> {
  const person = await users.find(userId, tx)
  const own = person ? `${person.firstName} ${person.lastName}`.trim() || person.username : userId
  const country = billing?.country ? countryName(billing.country, language) : ''
  const place = [billing?.street ?? '', billing?.city ?? '', country]
  const account = person ? [person.username, person.email] : []
  return {
    name: billing?.company || own,
    lines: [billing?.company ? own : '', ...place, ...account].filter(Boolean),
    vat: billing?.vat ?? '',
  }
}

/** The next number of a series. The row stays locked until the commit, so a series has no gaps. */
async function nextNumber(tx: Transaction, name: string): Promise<number> {
  const [row] = await tx
    .insert(series)
    .values({ name, last: 1 })
    .onConflictDoUpdate({ target: series.name, set: { last: sql`${series.last} + 1` } })
    .returning()
  return row?.last ?? 1
}

interface Wanted {
  readonly kind: 'receipt' | 'credit-note'
  readonly event: PaymentEvent
  readonly amount: number
}

/** One document for the money that came and one for each amount that went back, or that came back after all. */
function documentsFor(row: Payment, events: readonly PaymentEvent[]): readonly Wanted[] {
  const paying = findPaying(row, events)
  if (!paying) return []
  const amountOf = ({ amount }: PaymentEvent) => Math.min(amount ?? row.amount, row.amount)
  const refunds = events.filter(({ kind }) => kind === 'refunded' || kind === 'dispute-lost')
  const isRefunded = ({ reference }: PaymentEvent) => refunds.some((each) => each.reference === reference)
  const failed = events.filter((each) => each.kind === 'refund-failed' && isRefunded(each))
  // A dispute that was lost first, and won by an appeal.
  const wonLater = groupReturns(events).flatMap((told) => {
    const last = lastOutcome(told)
    return last?.kind === 'dispute-won' && told.some(({ kind }) => kind === 'dispute-lost') ? [last] : []
  })
  const undone = [...failed, ...wonLater]
  return [
    { kind: 'receipt', event: paying, amount: row.amount },
    ...refunds.map((each) => ({ kind: 'credit-note' as const, event: each, amount: amountOf(each) })),
    ...undone.map((each) => ({ kind: 'receipt' as const, event: each, amount: amountOf(each) })),
  ]
}

async function issue(
  services: DocumentServices,
  tx: Transaction,
  row: Payment,
  wanted: Wanted,
): Promise<void> {
  const { payments_receipt_prefix: prefix, payments_receipt_note: note } =
    services.settings.read(paymentsSettings)
  const now = services.clock.now()
  const year = now.getUTCFullYear()
  const number = await nextNumber(tx, `${wanted.kind}:${year}`)
  const share = (total: number) => Math.round((total * wanted.amount) / row.amount)
  await tx.insert(document).values({
    publicId: randomUUID(),
    payment: row.id,
    kind: wanted.kind,
    number: `${prefix}${wanted.kind === 'receipt' ? '' : 'CN-'}${year}-${String(number).padStart(5, '0')}`,
    event: wanted.event.id,
    currency: row.currency,
    amount: wanted.amount,
    tax: share(row.tax),
    taxRate: row.taxRate,
    taxName: row.taxName,
    coins: share(row.coins),
    seller: sellerOf(services),
    buyer: await buyerOf(services, tx, row),
    country: row.billing?.country ?? null,
    note,
    issuedAt: now,
  })
}

/** Issues what is missing. The payment is locked, so a document is issued once. */
export async function issueDocuments(
  services: DocumentServices,
  tx: Transaction,
  row: Payment,
  events: readonly PaymentEvent[],
): Promise<void> {
  const wanted = documentsFor(row, events)
  if (wanted.length === 0) return
  const issued = await tx
    .select({ event: document.event, kind: document.kind })
    .from(document)
    .where(eq(document.payment, row.id))
  for (const each of wanted)
    if (!issued.some(({ event, kind }) => event === each.event.id && kind === each.kind))
      await issue(services, tx, row, each)
}
