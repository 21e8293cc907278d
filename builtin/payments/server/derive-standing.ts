import type { Payment, PaymentEvent } from './tables.ts'

type Order = Pick<Payment, 'currency' | 'amount' | 'coins'>
type Fact = Pick<PaymentEvent, 'kind' | 'reference' | 'request' | 'currency' | 'amount' | 'at'>

export interface Standing {
  readonly state: Payment['state']
  /** Coins that the customer is entitled to. */
  readonly due: number
}

const isAsOrdered = (order: Order, { currency, amount }: Pick<Fact, 'currency' | 'amount'>) =>
  currency === order.currency && amount === order.amount

/** The fact that pays the order: exactly its amount, in its currency. */
export const findPaying = <F extends Fact>(order: Order, events: readonly F[]): F | undefined =>
  events.find((each) => each.kind === 'paid' && isAsOrdered(order, each))

/** The amount that a fact takes back. One that cannot be compared counts as all of it. */
const sizeOf = (order: Order, { currency, amount }: Fact) =>
  currency === order.currency && amount !== null ? amount : order.amount

const undoing = new Set<Fact['kind']>(['refund-failed', 'refund-refused', 'dispute-won'])
const isOutcome = ({ kind }: Fact) => kind === 'dispute-won' || kind === 'dispute-lost'
const taking = new Set<Fact['kind']>([
  'refund-requested',
  'refund-pending',
  'refunded',
  'disputed',
  'dispute-lost',
])

/** Refunds and disputes with all that was told of each, whatever came first. */
export function groupReturns<F extends Fact>(events: readonly F[]): readonly (readonly F[])[] {
  const returns = events.filter(({ kind }) => taking.has(kind) || undoing.has(kind))
  // The provider's own word of a refund may leave out what asked for it.
  const requests = new Map(
    returns.map(({ reference, request }) => [reference, request] as const).filter(([, r]) => r),
  )
  return [
    ...Map.groupBy(
      returns,
      ({ reference, request }) => request ?? requests.get(reference) ?? reference,
    ).values(),
  ]
}

/** How a dispute ended last: an appeal may turn it round. */
export const lastOutcome = <F extends Fact>(told: readonly F[]): F | undefined =>
  told
    .filter(isOutcome)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .at(-1)

/** Whether a refund did not happen after all, or a dispute was won in the end. */
const isUndone = (told: readonly Fact[]): boolean =>
  told.some(({ kind }) => kind === 'refund-failed' || kind === 'refund-refused') ||
  lastOutcome(told)?.kind === 'dispute-won'

/** The sum that all refunds and disputes take back. */
function sumReturns(order: Order, events: readonly Fact[]): number {
  const sizes = groupReturns(events)
    .filter((told) => !isUndone(told))
    .map((told) => Math.max(...told.map((each) => sizeOf(order, each))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function stateOf(order: Order, events: readonly Fact[], returned: number): Standing['state'] {
  const told = new Set(events.map(({ kind }) => kind))
  if (!told.has('paid')) {
    if (told.has('failed')) return 'failed'
    if (told.has('expired')) return 'expired'
    return told.has('pending') ? 'pending' : 'started'
  }
  const paid = events.filter(({ kind }) => kind === 'paid')
  if (paid.length > 1 || !paid.every((each) => isAsOrdered(order, each))) return 'held'
  const isOpen = (each: readonly Fact[]) =>
    each.some(({ kind }) => kind === 'disputed') &&
    !each.some(({ kind }) => kind === 'dispute-won' || kind === 'dispute-lost')
  if (groupReturns(events).some(isOpen)) return 'disputed'
  if (returned === 0) return 'paid'
  return returned < order.amount ? 'partly-refunded' : 'refunded'
}

/**
 * State and coins of a payment, computed from all of its events and from nothing else. Their order does not matter: what
 * arrives twice, late or before its cause leads to the same end.
 */
export function deriveStanding(order: Order, events: readonly Fact[]): Standing {
  const returned = sumReturns(order, events)
  const kept = findPaying(order, events) ? Math.max(0, order.amount - returned) : 0
  const due = Number((BigInt(order.coins) * BigInt(kept)) / BigInt(order.amount))
  return { state: stateOf(order, events, returned), due }
}

/**
 * The charge that can be refunded, and what is left of it in its own currency: also of a payment whose amount is not the
 * one that was ordered.
 */
export function findRefundable(
  events: readonly Fact[],
): { readonly charge: string; readonly currency: string; readonly amount: number } | null {
  const paid = events.find(({ kind, currency }) => kind === 'paid' && currency !== null)
  if (!paid || paid.currency === null || paid.amount === null) return null
  const { reference: charge, currency, amount } = paid
  const gone = groupReturns(events)
    .filter((told) => !isUndone(told))
    .map((told) =>
      Math.max(...told.map((each) => (each.currency === currency ? (each.amount ?? amount) : 0))),
    )
    .reduce((sum, size) => sum + size, 0)
  return { charge, currency, amount: Math.max(0, amount - gone) }
}
