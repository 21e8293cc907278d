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
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { readPage } from '@spawnpoint/sdk/list/server'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import {
  answer,
  createEmailTexts,
  Database,
  EndpointFailure,
  Log,
  Sessions,
  Settings,
} from '@spawnpoint/sdk/server'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ask, askUses } from './ask-provider.ts'
import { isReady, readOffer } from './offer.ts'
import { findBilling, findByReference, findDocument, sumOwed } from './payment-queries.ts'
import { presentDetail, presentReceipt, presentRow } from './present-payment.ts'
import { payment, type Payment } from './tables.ts'

const AT_ONCE = 500
const fileUses = { db: Database, users: Users }

/** The heads of the file, in the order of its columns. */
const readFileHeads = createEmailTexts('payments', join(import.meta.dirname, '..', 'locales'), 'pages')

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
            id: each.id,
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

/** All own payments, however many: a page at a time, so that a long history needs no more memory than a short one. */
async function* linesOf({ db, users }: ServicesOf<typeof fileUses>, user: string): AsyncGenerator<string> {
  const { locale } = await users.preferences(user)
  yield csvLine(readFileHeads(locale?.toLowerCase() ?? 'en', 'file', {}).paragraphs)
  let last: bigint | undefined
  for (;;) {
    const rows = await db.orm
      .select()
      .from(payment)
      .where(and(eq(payment.userId, user), last === undefined ? undefined : lt(payment.id, last)))
      .orderBy(desc(payment.id))
      .limit(AT_ONCE)
    for (const row of rows) {
      const values = lineOf(row)
      yield csvLine(columns.map((column) => values[column]))
    }
    last = rows.at(-1)?.id
    if (rows.length < AT_ONCE) return
  }
}

/** The own payments, newest first; the route is the person's own, so no id is asked for. */
export const paymentsFileRoute = (services: ServicesOf<typeof fileUses>) => (app: FastifyInstance) => {
  app.get(paymentsFile, { config: { access: { user: true } } }, (request, reply) => {
    const user = request.liveSession?.user
    if (user === undefined) throw new EndpointFailure('UNAUTHENTICATED', 401)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="payments.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(linesOf(services, user)))
  })
}
