import type { PaymentProvidersService } from '@spawnpoint/contracts/payments'
import type { DatabaseService, HealthReport, Queries } from '@spawnpoint/sdk/server'
import { and, count, countDistinct, eq, gt, lt, max, notExists, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { acceptedWebhook, event, payment, refusedWebhook } from './tables.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000
/** Providers call within seconds, and again for days where nobody accepts the call. */
const ARRIVES_WITHIN = hourMs
/** A refund is sent again every ten minutes while nobody answers. */
const UNANSWERED_AFTER = hourMs
/** An order is given up after seven days, once the provider has answered. */
const UNKNOWN_AFTER = 8 * dayMs
/** Bank transfers are through or back by then. */
const PENDING_AFTER = 15 * dayMs

interface Services {
  readonly db: DatabaseService
  readonly clock: { now(): Date }
}

interface WebhookServices extends Services {
  readonly providers: Pick<PaymentProvidersService, 'list'>
}

const page = { route: 'staff-payments' } as const
const ago = ({ clock }: Pick<Services, 'clock'>, ms: number) => new Date(clock.now().getTime() - ms)

/** Counted by day: strangers can call the address as often as they like, and fill nothing by it. */
export const noteRefusedWebhook = async ({ db, clock }: Services, provider: string): Promise<void> => {
  const now = clock.now()
  const isOld = sql`${refusedWebhook.since} <= ${ago({ clock }, dayMs).toISOString()}::timestamptz`
  await db.orm
    .insert(refusedWebhook)
    .values({ provider, since: now, at: now, count: 1 })
    .onConflictDoUpdate({
      target: refusedWebhook.provider,
      set: {
        at: now,
        count: sql`case when ${isOld} then 1 else ${refusedWebhook.count} + 1 end`,
        since: sql`case when ${isOld} then excluded.since else ${refusedWebhook.since} end`,
      },
    })
}

/** When the last one of a provider came. Written once a minute at most, however many come. */
export const noteAcceptedWebhook = async ({ db, clock }: Services, provider: string): Promise<void> => {
  const now = clock.now()
  await db.orm
    .insert(acceptedWebhook)
    .values({ provider, at: now })
    .onConflictDoUpdate({
      target: acceptedWebhook.provider,
      set: { at: now },
      setWhere: lt(acceptedWebhook.at, new Date(now.getTime() - minuteMs)),
    })
}

/** Providers that had to be asked about a payment of the last day, and of which no webhook has come since. */
const listSilent = async (services: Services): Promise<readonly string[]> => {
  const { orm } = services.db
  const paid = await orm
    .select({ provider: event.provider, last: max(event.at) })
    .from(event)
    .where(
      and(
        eq(event.kind, 'paid'),
        eq(event.source, 'asked'),
        gt(event.at, ago(services, dayMs)),
        lt(event.at, ago(services, ARRIVES_WITHIN)),
      ),
    )
    .groupBy(event.provider)
  const arrived = new Map(
    (await orm.select().from(acceptedWebhook)).map(({ provider, at }) => [provider, at.getTime()]),
  )
  return paid
    .filter(({ provider, last }) => (arrived.get(provider) ?? 0) < (last?.getTime() ?? 0) - ARRIVES_WITHIN)
    .map(({ provider }) => provider)
}

const listRefused = (services: Services) =>
  services.db.orm
    .select()
    .from(refusedWebhook)
    .where(gt(refusedWebhook.at, ago(services, dayMs)))
    .orderBy(refusedWebhook.provider)

/**
 * Strangers can have calls refused as often as they like, so these are only counted. Payments that no webhook told of
 * are a fault, which nobody causes who does not pay.
 */
export const checkWebhooks = async (services: WebhookServices): Promise<HealthReport> => {
  const nameOf = (id: string) => services.providers.list().find((each) => each.id === id)?.name ?? id
  const [silent, rows] = await Promise.all([listSilent(services), listRefused(services)])
  const refused = rows.reduce((all, row) => all + row.count, 0)
  if (silent.length > 0) {
    const providers = silent.map(nameOf).join(', ')
    return {
      status: 'warning',
      code: 'missing',
      values: { refused, providers },
      detail: `Payments of the last day that no webhook told of: ${providers}. Webhooks refused: ${refused}.`,
      todo: 'Compare the address and the secret of the webhook in Settings → Billing with those at the provider. Payments settle without webhooks too, only later.',
      page: { route: 'settings', tab: 'billing' },
    }
  }
  if (refused === 0)
    return { status: 'healthy', code: 'well', detail: 'No payment webhook was refused in the last 24 hours.' }
  const providers = rows.map(({ provider }) => nameOf(provider)).join(', ')
  return {
    status: 'healthy',
    code: 'refused',
    values: { refused, providers },
    detail: `Calls without a valid signature, refused in the last day: ${refused} (${providers}). Anyone can make them.`,
    page: { route: 'settings', tab: 'billing' },
  }
}

const countUnanswered = async (db: Queries, before: Date): Promise<number> => {
  const other = alias(event, 'other')
  const [found] = await db
    .select({ refunds: countDistinct(event.reference) })
    .from(event)
    .where(
      and(
        eq(event.kind, 'refund-requested'),
        lt(event.at, before),
        notExists(
          db
            .select()
            .from(other)
            .where(
              and(
                eq(other.payment, event.payment),
                eq(other.request, event.reference),
                sql`${other.kind} <> 'refund-requested'`,
              ),
            ),
        ),
      ),
    )
  return found?.refunds ?? 0
}

export const checkRefunds = async (services: Services): Promise<HealthReport> => {
  const refunds = await countUnanswered(services.db.orm, ago(services, UNANSWERED_AFTER))
  if (refunds === 0)
    return { status: 'healthy', code: 'well', detail: 'The providers have answered all refunds.' }
  return {
    status: 'warning',
    code: 'unanswered',
    values: { refunds },
    detail: `Refunds without an answer of the provider for an hour: ${refunds}.`,
    todo: 'Look at the payment at the provider. The refund is sent again every ten minutes, and never twice.',
    page,
  }
}

const countUnknown = async (services: Services): Promise<number> => {
  const stuck = (state: 'started' | 'pending', ms: number) =>
    services.db.orm
      .select({ payments: count() })
      .from(payment)
      .where(and(eq(payment.state, state), lt(payment.createdAt, ago(services, ms))))
  const found = await Promise.all([stuck('started', UNKNOWN_AFTER), stuck('pending', PENDING_AFTER)])
  return found.flat().reduce((all, { payments }) => all + payments, 0)
}

const readOwed = async (db: Queries) => {
  const [found] = await db
    .select({
      people: countDistinct(payment.userId),
      coins: sum(sql`${payment.credited} - ${payment.due}`).mapWith(Number),
    })
    .from(payment)
    .where(gt(payment.credited, payment.due))
  return { people: found?.people ?? 0, coins: found?.coins ?? 0 }
}

export const checkPayments = async (services: Services): Promise<HealthReport> => {
  const unknown = await countUnknown(services)
  if (unknown > 0)
    return {
      status: 'warning',
      code: 'unknown',
      values: { unknown },
      detail: `Payments whose outcome has been unknown for more than a week: ${unknown}.`,
      todo: 'Check the keys of the provider in Settings → Billing, then open each payment and check it with the provider.',
      page,
    }
  const { people, coins } = await readOwed(services.db.orm)
  if (people > 0)
    return {
      status: 'healthy',
      code: 'owed',
      values: { people, coins },
      detail: `Accounts that owe coins after a refund or dispute: ${people}, ${coins} coins in total.`,
      page,
    }
  return { status: 'healthy', code: 'well', detail: 'The outcome of all payments is known.' }
}
