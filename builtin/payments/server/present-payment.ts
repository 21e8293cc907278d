import type { PaymentProvidersService } from '@spawnpoint/contracts/payments'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq } from 'drizzle-orm'
import { listEvents } from './payment-queries.ts'
import { document, type Payment, type PaymentDocument } from './tables.ts'

const nameOf = (providers: PaymentProvidersService, provider: string) =>
  providers.list().find(({ id }) => id === provider)?.name ?? provider

/** A provider that is gone is shown by its id. */
export const presentRow = (providers: PaymentProvidersService, row: Payment) => ({
  id: row.reference,
  at: row.createdAt.toISOString(),
  provider: { id: row.provider, name: nameOf(providers, row.provider) },
  currency: row.currency,
  amount: row.amount,
  coins: row.coins,
  state: row.state,
})

const listDocuments = (db: Queries, id: bigint) =>
  db.select().from(document).where(eq(document.payment, id)).orderBy(asc(document.id))

/** A payment with its timeline and its documents. */
export async function presentDetail(db: Queries, providers: PaymentProvidersService, row: Payment) {
  const [events, documents] = [await listEvents(db, row.id), await listDocuments(db, row.id)]
  return {
    ...presentRow(providers, row),
    tax: row.tax,
    bonus: row.bonus,
    credited: row.credited,
    owed: Math.max(0, row.credited - row.due),
    address: row.state === 'started' ? row.address : null,
    timeline: events.map(({ id, kind, at, currency, amount, coins }) => ({
      id: String(id),
      kind,
      at: at.toISOString(),
      money: currency === null || amount === null ? null : { currency, amount },
      coins,
    })),
    documents: documents.map(({ publicId, number, kind, amount, issuedAt }) => ({
      id: publicId,
      number,
      kind,
      amount,
      at: issuedAt.toISOString(),
    })),
  }
}

/** A document as it was issued. A credit note names the receipt of its payment. */
export async function presentReceipt(
  db: Queries,
  providers: PaymentProvidersService,
  row: Payment,
  { publicId: _id, event: _event, issuedAt, ...issued }: PaymentDocument,
) {
  const [receipt] = await db
    .select({ number: document.number })
    .from(document)
    .where(and(eq(document.payment, row.id), eq(document.kind, 'receipt')))
    .orderBy(asc(document.id))
    .limit(1)
  const party = ({ name, lines, vat }: PaymentDocument['seller']) => ({ name, lines: [...lines], vat })
  return {
    ...issued,
    seller: party(issued.seller),
    buyer: party(issued.buyer),
    at: issuedAt.toISOString(),
    payment: row.reference,
    provider: nameOf(providers, row.provider),
    corrects: issued.kind === 'credit-note' ? (receipt?.number ?? null) : null,
  }
}
