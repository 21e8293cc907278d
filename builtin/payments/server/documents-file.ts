import { documentsFile, documentsPeriod } from '@spawnpoint/contracts/payments'
import { toDecimal } from '@spawnpoint/contracts/payments/schemas'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import { EndpointFailure, type Clock, type Database, type DatabaseService } from '@spawnpoint/sdk/server'
import { and, asc, gte, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { document, type PaymentDocument } from './tables.ts'

const AT_ONCE = 500
const query = z.strictObject({ period: documentsPeriod.optional() })
const columns = [
  'number',
  'kind',
  'date',
  'country',
  'buyer',
  'vat_id',
  'net',
  'tax_rate',
  'tax',
  'total',
  'currency',
] as const

/** Credit notes are negative, so a column adds up. */
function lineOf(row: PaymentDocument): Record<(typeof columns)[number], string | number> {
  const sign = row.kind === 'credit-note' ? -1 : 1
  const money = (amount: number) => Number(toDecimal(sign * amount, row.currency))
  return {
    number: row.number,
    kind: row.kind,
    date: row.issuedAt.toISOString(),
    country: row.country ?? '',
    buyer: row.buyer.name,
    vat_id: row.buyer.vat,
    net: money(row.amount - row.tax),
    tax_rate: row.taxRate / 100,
    tax: money(row.tax),
    total: money(row.amount),
    currency: row.currency,
  }
}

/** First moment of a year or month, and of the next one, in UTC, as the numbers of receipts count years. */
function spanOf(period: string): readonly [Date, Date] {
  const [year = 0, month] = period.split('-').map(Number)
  return month === undefined
    ? [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
    : [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))]
}

/** All documents of a period, a page at a time. */
async function* linesOf({ orm }: DatabaseService, [from, to]: readonly [Date, Date]): AsyncGenerator<string> {
  yield csvLine(columns)
  let last: PaymentDocument | undefined
  for (;;) {
    const past =
      last &&
      sql`(${document.issuedAt}, ${document.id}) > (
      select ${document.issuedAt}, ${document.id} from ${document} where ${document.id} = ${last.id})`
    const rows: PaymentDocument[] = await orm
      .select()
      .from(document)
      .where(and(gte(document.issuedAt, from), lt(document.issuedAt, to), past))
      .orderBy(asc(document.issuedAt), asc(document.id))
      .limit(AT_ONCE)
    for (const row of rows) {
      const values = lineOf(row)
      yield csvLine(columns.map((column) => values[column]))
    }
    last = rows.at(-1)
    if (rows.length < AT_ONCE) return
  }
}

/** Receipts and credit notes of a period, for whoever does the accounts. */
export const documentsFileRoute =
  ({ db, clock }: ServicesOf<{ db: typeof Database; clock: typeof Clock }>) =>
  (app: FastifyInstance) => {
    const { path, permission } = documentsFile
    app.get(path, { config: { access: { permission } } }, (request, reply) => {
      const asked = query.safeParse(request.query)
      if (!asked.success) throw new EndpointFailure('VALIDATION', 400)
      const { period = String(clock.now().getUTCFullYear()) } = asked.data
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="receipts-${period}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(linesOf(db, spanOf(period))))
    })
  }
