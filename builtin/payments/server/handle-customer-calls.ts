import {
  checkPayment,
  listPayments,
  paymentsFile,
  PaymentProviders,
  paymentsSettings,
  readOwed,
  readPackages,
  readPayment,
  readReceipt,
  readRechargeOffer,
} from '@spawnpoint/contracts/payments'
import { toDecimal } from '@spawnpoint/contracts/payments/schemas'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { readPage } from '@spawnpoint/sdk/list/server'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import { answer, Database, EndpointFailure, Log, Sessions, Settings } from '@spawnpoint/sdk/server'
import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { ask, askUses } from './ask-provider.ts'
import { isReady, readOffer } from './offer.ts'
import { findBilling, findByReference, findDocument, sumOwed } from './payment-queries.ts'
import { presentDetail, presentReceipt, presentRow } from './present-payment.ts'
import { payment, type Payment } from './tables.ts'

const MOST_LINES = 10_000

export const handleReadOffer = answer(
  readRechargeOffer,
  { ...askUses },
  async ({ actor, db, ledger, providers, settings }) => {
    const offer = readOffer(settings)
    const all = providers.list()
    return {
      ...offer,
      providers: all.filter((each) => isReady(each, offer)).map(({ id, name }) => ({ id, name })),
      billing: await findBilling(db.orm, actor.id),
      balance: await ledger.balance(actor.id),
      owed: await sumOwed(db.orm, actor.id),
      setup: actor.can('admin.settings.view')
        ? all.map((each) => ({
            provider: each.name,
            enabled: each.isEnabled(),
            missing: [...each.missing()],
          }))
        : null,
    }
  },
)

export const handleReadOwed = answer(readOwed, { db: Database }, async ({ actor, db }) => ({
  owed: await sumOwed(db.orm, actor.id),
}))

export const handleReadPackages = answer(readPackages, { settings: Settings }, async ({ settings }) => ({
  packages: [...settings.read(paymentsSettings).payments_packages],
  taxes: [...settings.read(paymentsSettings).payments_tax_countries],
}))

export const handleListPayments = answer(
  listPayments,
  { db: Database, providers: PaymentProviders },
  async ({ actor, query: { cursor, limit }, db, providers }) => {
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: payment.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(payment)
          .where(and(eq(payment.userId, actor.id), past))
          .orderBy(...orderBy)
          .limit(most),
    })
    return { ...page, items: items.map((row) => presentRow(providers, row)) }
  },
)

/** Payments of other people do not exist for the caller. */
const getOwn = async (
  db: ServicesOf<{ db: typeof Database }>['db'],
  id: string,
  user: string,
): Promise<Payment> => {
  const row = await findByReference(db.orm, id)
  if (row?.userId !== user) throw new EndpointFailure('NOT_FOUND', 404)
  return row
}

export const handleReadPayment = answer(
  readPayment,
  { db: Database, providers: PaymentProviders },
  async ({ actor, params, db, providers }) =>
    presentDetail(db.orm, providers, await getOwn(db, params.id, actor.id)),
)

export const handleCheckPayment = answer(
  checkPayment,
  { ...askUses, log: Log, sessions: Sessions },
  async ({ actor, params, fail, log, ...services }) => {
    const row = await getOwn(services.db, params.id, actor.id)
    if (row.state !== 'started' && row.state !== 'pending') return { state: row.state }
    const { state } = await ask(services, row).catch((error: unknown) => {
      log.warn({ payment: row.reference, err: error }, 'payment provider gave no answer')
      throw fail('PAYMENTS_UNAVAILABLE')
    })
    return { state }
  },
)

export const handleReadReceipt = answer(
  readReceipt,
  { db: Database, providers: PaymentProviders },
  async ({ actor, params, fail, db, providers }) => {
    const found = await findDocument(db.orm, params.id)
    if (found?.payment.userId !== actor.id) throw fail('NOT_FOUND')
    return presentReceipt(db.orm, providers, found.payment, found.document)
  },
)

const columns = ['date', 'reference', 'provider', 'amount', 'currency', 'coins', 'state'] as const

const lineOf = (row: Payment): Record<(typeof columns)[number], string | number> => ({
  date: row.createdAt.toISOString(),
  reference: row.reference,
  provider: row.provider,
  amount: toDecimal(row.amount, row.currency),
  currency: row.currency,
  coins: row.coins,
  state: row.state,
})

/** The own payments, newest first; the route is the person's own, so no id is asked for. */
export const paymentsFileRoute =
  ({ db }: ServicesOf<{ db: typeof Database }>) =>
  (app: FastifyInstance) => {
    app.get(paymentsFile, { config: { access: { user: true } } }, async (request, reply) => {
      const user = request.liveSession?.user
      if (user === undefined) throw new EndpointFailure('UNAUTHENTICATED', 401)
      const rows = await db.orm
        .select()
        .from(payment)
        .where(eq(payment.userId, user))
        .orderBy(desc(payment.id))
        .limit(MOST_LINES)
      const lines = rows.map((row) => {
        const values = lineOf(row)
        return csvLine(columns.map((column) => values[column]))
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payments.csv"')
        .header('cache-control', 'no-store')
        .send([csvLine(columns), ...lines].join(''))
    })
  }
