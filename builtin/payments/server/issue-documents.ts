import { paymentsSettings } from '@spawnpoint/contracts/payments'
import type { Users } from '@spawnpoint/contracts/users'
import { defineSettings, type ServicesOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, type Clock, type Settings, type Transaction } from '@spawnpoint/sdk/server'
import { asc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { findPaying, isConfirmedReturn, listCharges, sumKept } from './derive-standing.ts'
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

const readTexts = createEmailTexts('payments', join(import.meta.dirname, '..', 'locales'), 'pages')
const nameOfErased = (language: string): string => readTexts(language, 'erased', {}).subject

async function buyerOf(
  { users }: DocumentServices,
  tx: Transaction,
  { userId, billing, language }: Payment,
): Promise<Party> {
  const person = await users.find(userId, tx)
  const own = person
    ? `${person.firstName} ${person.lastName}`.trim() || person.username
    : nameOfErased(language)
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
  /** The money that the documents add up to before this one, and with it. */
  readonly before: number
  readonly after: number
}

/**
 * One document for the money that came and one for each amount that went back, or that came back after all. Each tells by
 * how much its event changed what is kept, so all of them add up to that: two returns of the same money are one note.
 */
function documentsFor(row: Payment, events: readonly PaymentEvent[]): readonly Wanted[] {
  const paying = findPaying(row, events)
  if (!paying) return []
  const told = [paying, ...events.filter((each) => each !== paying)]
  let before = 0
  return told.flatMap((event, place) => {
    const after = sumKept(row, listCharges(row, told.slice(0, place + 1), isConfirmedReturn))
    const wanted = { event, before, after, kind: after > before ? 'receipt' : 'credit-note' } as const
    before = after
    return wanted.before === after ? [] : [wanted]
  })
}

async function issue(
  services: DocumentServices,
  tx: Transaction,
  row: Payment,
  { kind, event, before, after }: Wanted,
  buyer: Party,
): Promise<void> {
  const { payments_receipt_prefix: prefix, payments_receipt_note: note } =
    services.settings.read(paymentsSettings)
  const now = services.clock.now()
  const year = now.getUTCFullYear()
  const number = await nextNumber(tx, `${kind}:${year}`)
  // Differences of rounded sums: the last note takes the rest, to the cent.
  const share = (total: number) => {
    const of = (amount: number) => Math.round((total * amount) / row.amount)
    return Math.abs(of(after) - of(before))
  }
  await tx.insert(document).values({
    publicId: randomUUID(),
    payment: row.id,
    kind,
    number: `${prefix}${kind === 'receipt' ? '' : 'CN-'}${year}-${String(number).padStart(5, '0')}`,
    event: event.id,
    currency: row.currency,
    amount: Math.abs(after - before),
    tax: share(row.tax),
    taxRate: row.taxRate,
    taxName: row.taxName,
    coins: share(row.coins),
    seller: sellerOf(services),
    buyer,
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
    .select({ event: document.event, kind: document.kind, buyer: document.buyer })
    .from(document)
    .where(eq(document.payment, row.id))
    .orderBy(asc(document.id))
  // As on the first receipt, also when the account has been erased since.
  const buyer = issued[0]?.buyer ?? (await buyerOf(services, tx, row))
  for (const each of wanted)
    if (!issued.some(({ event, kind }) => event === each.event.id && kind === each.kind))
      await issue(services, tx, row, each, buyer)
}
