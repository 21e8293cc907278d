import { Ledger } from '@spawnpoint/contracts/coins'
import type { PaymentFact } from '@spawnpoint/contracts/payments'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, Settings, type Transaction } from '@spawnpoint/sdk/server'
import { deriveStanding, groupReturns, isOutcome, lastOutcome } from './derive-standing.ts'
import { issueDocuments } from './issue-documents.ts'
import { nextCheck } from './next-check.ts'
import { changePayment, listEvents, lockPayment, saveEvent, type NewEvent } from './payment-queries.ts'
import { settleCoins } from './settle-coins.ts'
import type { Payment, PaymentEvent } from './tables.ts'

export const recordUses = { db: Database, clock: Clock, ledger: Ledger, settings: Settings, users: Users }
export type RecordServices = ServicesOf<typeof recordUses>

const REFUND_PAUSE_MS = 10 * 60_000

/** An event to be recorded: what happened, and who says so. */
export type Recorded = Pick<NewEvent, 'kind' | 'reference' | 'source' | 'at'> &
  Partial<Pick<NewEvent, 'eventId' | 'currency' | 'amount' | 'request' | 'charge' | 'actor' | 'detail'>>

export const eventOf = (fact: PaymentFact, source: 'webhook' | 'asked'): Recorded => ({
  kind: fact.kind,
  reference: fact.reference,
  source,
  at: fact.at,
  eventId: fact.event ?? null,
  currency: fact.money?.currency ?? null,
  amount: fact.money?.amount ?? null,
  request: fact.request ?? null,
  charge: fact.charge ?? null,
  detail: fact.detail?.slice(0, 300) ?? null,
})

/** Refunds that were asked for and that the provider has said nothing about. */
export const listUnansweredRefunds = (events: readonly PaymentEvent[]): readonly PaymentEvent[] =>
  groupReturns(events)
    .filter((told) => told.every(({ kind }) => kind === 'refund-requested'))
    .flat()

/** A refund without an answer is sent again soon, whatever the state: one of the whole amount counts as refunded already. */
export const plannedCheck = (row: Payment, events: readonly PaymentEvent[], now: Date): Date | null =>
  listUnansweredRefunds(events).length > 0 ? new Date(now.getTime() + REFUND_PAUSE_MS) : nextCheck(row, now)

/**
 * An appeal may turn a dispute round more than once, so each outcome has a reference of its own. Null for one that is no
 * news: an answer that repeats the last outcome, or an event that is older than the same outcome.
 */
function numberOutcome(events: readonly PaymentEvent[], told: Recorded): Recorded | null {
  const { reference, kind, at } = told
  const dispute =
    groupReturns(events).find((group) => group.some((each) => each.reference === reference)) ?? []
  const last = lastOutcome(dispute)
  const isAnswer = (told.eventId ?? null) === null
  const isOld = last !== undefined && (isAnswer ? last.amount === (told.amount ?? null) : at <= last.at)
  if (last?.kind === kind && isOld) return null
  const before = dispute.filter((each) => each.kind === kind).length
  return before === 0 ? told : { ...told, reference: `${reference}#${before + 1}`, request: reference }
}

/** Records events in the caller's transaction and draws every conclusion from all that is known: state, coins, documents. */
export async function recordIn(
  services: RecordServices,
  tx: Transaction,
  id: bigint,
  told: readonly Recorded[],
): Promise<Payment> {
  const row = await lockPayment(tx, id)
  const now = services.clock.now()
  for (const each of told) {
    const news = isOutcome(each) ? numberOutcome(await listEvents(tx, id), each) : each
    if (news) await saveEvent(tx, { ...news, payment: id, provider: row.provider, recordedAt: now })
  }
  const events = await listEvents(tx, id)
  const standing = deriveStanding(row, events)
  const standingRow = { ...row, ...standing }
  const nextCheckAt = plannedCheck(standingRow, events, now)
  await changePayment(tx, id, { ...standing, nextCheckAt })
  const settled = await settleCoins(services, tx, standingRow)
  await issueDocuments(services, tx, row, events)
  return { ...standingRow, ...settled, nextCheckAt }
}

export const record = (services: RecordServices, id: bigint, told: readonly Recorded[]): Promise<Payment> =>
  services.db.orm.transaction((tx) => recordIn(services, tx, id, told))
