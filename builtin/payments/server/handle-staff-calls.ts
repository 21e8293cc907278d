import {
  checkAnyPayment,
  listAllPayments,
  PaymentProviders,
  readAnyPayment,
  readAnyReceipt,
  readPaymentFigures,
} from '@spawnpoint/contracts/payments'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer, Clock, Database, Log, Settings } from '@spawnpoint/sdk/server'
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { ask, askUses } from './ask-provider.ts'
import { findRefundable } from './derive-standing.ts'
import { readOffer } from './offer.ts'
import { findByReference, findDocument, listEvents, readFigures } from './payment-queries.ts'
import { presentDetail, presentReceipt, presentRow } from './present-payment.ts'
import { sumReturned } from './sum-returned.ts'
import { payment } from './tables.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const MONTH_MS = 30 * 86_400_000

/** A reference, or part of a username. */
async function matching(users: UsersService, text: string): Promise<SQL | undefined> {
  if (text === '') return undefined
  if (uuid.test(text)) return eq(payment.reference, text)
  return inArray(payment.userId, [...(await users.searchIds(text))])
}

export const handleListAll = answer(
  listAllPayments,
  { db: Database, providers: PaymentProviders, users: Users },
  async ({ query: { cursor, limit, filter, search }, db, providers, users }) => {
    const where = and(
      await matching(users, search),
      filter.state === undefined ? undefined : eq(payment.state, filter.state),
      filter.owed === undefined ? undefined : gt(payment.credited, payment.due),
    )
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
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    const people = await users.findMany([...new Set(items.map(({ userId }) => userId))])
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return {
      ...page,
      total: await countRows(db.orm, payment, where),
      items: items.map((row) => ({
        ...presentRow(providers, row),
        user: { id: row.userId, username: names.get(row.userId) ?? null },
      })),
    }
  },
)

export const handleReadFigures = answer(
  readPaymentFigures,
  { db: Database, clock: Clock, settings: Settings },
  async ({ db, clock, settings }) => {
    const { currency } = readOffer(settings)
    const since = new Date(clock.now().getTime() - MONTH_MS)
    return {
      currency,
      returned: await sumReturned(db.orm, currency, since),
      ...(await readFigures(db.orm, currency, since)),
    }
  },
)

export const handleReadAny = answer(
  readAnyPayment,
  { db: Database, providers: PaymentProviders, users: Users },
  async ({ params, fail, db, providers, users }) => {
    const row = await findByReference(db.orm, params.id)
    if (!row) throw fail('NOT_FOUND')
    const events = await listEvents(db.orm, row.id)
    const people = await users.findMany([row.userId, ...events.flatMap(({ actor }) => actor ?? [])])
    const nameOf = (id: string | null) => people.find((each) => each.id === id)?.username ?? null
    const refundable = row.checkout === null ? null : findRefundable(row, events)
    return {
      ...(await presentDetail(db.orm, providers, row)),
      user: { id: row.userId, username: nameOf(row.userId) },
      checkout: row.checkout,
      refundable: refundable && { currency: refundable.currency, amount: refundable.amount },
      notes: events.map(({ id, source, actor, reference, detail }) => ({
        id: String(id),
        source,
        by: nameOf(actor),
        reference,
        detail,
      })),
    }
  },
)

export const handleCheckAny = answer(
  checkAnyPayment,
  { ...askUses, log: Log },
  async ({ params, fail, log, ...services }) => {
    const row = await findByReference(services.db.orm, params.id)
    if (!row) throw fail('NOT_FOUND')
    const { state } = await ask(services, row).catch((error: unknown) => {
      log.warn({ payment: row.reference, err: error }, 'payment provider gave no answer')
      throw fail('PAYMENTS_UNAVAILABLE')
    })
    return { state }
  },
)

export const handleReadAnyReceipt = answer(
  readAnyReceipt,
  { db: Database, providers: PaymentProviders },
  async ({ params, fail, db, providers }) => {
    const found = await findDocument(db.orm, params.id)
    if (!found) throw fail('NOT_FOUND')
    return presentReceipt(db.orm, providers, found.payment, found.document)
  },
)
