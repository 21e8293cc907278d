import type { Payment, PaymentEvent } from './tables.ts'

type Order = Pick<Payment, 'currency' | 'amount' | 'coins'>
type Fact = Pick<PaymentEvent, 'kind' | 'reference' | 'request' | 'charge' | 'currency' | 'amount' | 'at'>

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

const undoing = new Set<Fact['kind']>(['refund-failed', 'refund-refused', 'dispute-won'])
export const isOutcome = ({ kind }: Pick<Fact, 'kind'>): boolean =>
  kind === 'dispute-won' || kind === 'dispute-lost'
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

/** A payment of the customer, and what is left of it. */
interface Charge {
  readonly reference: string
  readonly currency: string | null
  readonly amount: number | null
  readonly left: number
}

/** The size of a charge whose amount nobody told: it is there or it went back. */
const sizeOf = ({ amount }: Pick<Fact, 'amount'>) => amount || 1

/**
 * The amount that a return takes of a charge: for a dispute that was lost, that of its end, which may be less than it
 * began with. One that cannot be compared counts as all of it.
 */
const sizeOn = (charge: Omit<Charge, 'left'>, told: readonly Fact[]): number => {
  const outcome = lastOutcome(told)
  return Math.max(
    ...(outcome?.kind === 'dispute-lost' ? [outcome] : told).map(({ currency, amount }) =>
      currency === charge.currency && amount !== null ? amount : sizeOf(charge),
    ),
  )
}

/** A provider may make the refund that ends a dispute a little after it has said so. */
const SETTLING_MS = 86_400_000

/**
 * Whether a refund settles a dispute of the same charge: made at the provider while the dispute was open. PayPal tells of
 * the same money as both, and refuses partial refunds meanwhile that have nothing to do with the dispute. A refund that
 * names what asked for it settles none.
 */
function isSettlement(dispute: readonly Fact[], refund: readonly Fact[]): boolean {
  const began = Math.min(...dispute.flatMap((each) => (each.kind === 'disputed' ? each.at.getTime() : [])))
  const ended = (lastOutcome(dispute)?.at.getTime() ?? Infinity) + SETTLING_MS
  return refund.every(
    ({ kind, request, at }) =>
      (kind === 'refunded' || kind === 'refund-pending') &&
      request === null &&
      at.getTime() > began &&
      at.getTime() <= ended,
  )
}

/** A refund that is more than the dispute has taken is other money. */
const isWithin = (charge: Omit<Charge, 'left'>, refund: readonly Fact[], dispute: readonly Fact[]): boolean =>
  sizeOn(charge, refund) <= sizeOn(charge, dispute)

const isCounted = (told: readonly Fact[]): boolean => !isUndone(told)

/** Whether money went back for good, so far as is known: documents wait for that. */
export const isConfirmedReturn = (told: readonly Fact[]): boolean =>
  !isUndone(told) && told.some(({ kind }) => kind === 'refunded' || kind === 'dispute-lost')

/** Surplus charges first, those of another amount before all, and last the charge that pays the order. */
function inOrder<F extends Fact>(order: Order, events: readonly F[]): readonly F[] {
  const own = findPaying(order, events)
  const rank = (each: F) => Number(isAsOrdered(order, each))
  const surplus = events
    .filter((each) => each.kind === 'paid' && each !== own)
    .toSorted((one, other) => rank(one) - rank(other))
  return [...surplus, ...(own ? [own] : [])]
}

/**
 * All that the customer has paid, surplus charges first. A return counts against its own charge; one whose charge is not
 * known counts against surplus charges before it counts against the one that pays the order.
 */
export function listCharges(
  order: Order,
  events: readonly Fact[],
  counts: (told: readonly Fact[]) => boolean = isCounted,
): readonly Charge[] {
  const charges = inOrder(order, events).map(({ reference, currency, amount }) => ({
    reference,
    currency,
    amount,
    left: sizeOf({ amount }),
  }))
  const take = (charge: (typeof charges)[number], size: number): number => {
    const taken = Math.min(charge.left, size)
    charge.left -= taken
    return size - taken
  }
  const returns = groupReturns(events).filter(counts)
  const chargeOf = (told: readonly Fact[]) =>
    charges.length === 1
      ? charges[0]
      : charges.find(({ reference }) => told.some(({ charge }) => charge === reference))
  const disputeOf = (charge: Omit<Charge, 'left'>, told: readonly Fact[]) =>
    returns.find(
      (each) => chargeOf(each) === charge && isSettlement(each, told) && isWithin(charge, told, each),
    )
  for (const told of returns) {
    const charge = chargeOf(told)
    if (!charge) continue
    const settlements = returns.filter(
      (each) => chargeOf(each) === charge && disputeOf(charge, each) === told,
    )
    const settled = settlements.reduce((sum, each) => sum + sizeOn(charge, each), 0)
    take(charge, Math.max(0, sizeOn(charge, told) - settled))
  }
  for (const told of returns.filter((each) => !chargeOf(each))) {
    const open = charges.filter(({ left }) => left > 0)
    const same = open.filter((each) => told.some(({ currency }) => currency === each.currency))
    const [first] = same.length > 0 ? same : open
    let rest = first ? sizeOn(first, told) : 0
    for (const charge of same.length > 0 ? same : open.slice(0, 1)) rest = take(charge, rest)
  }
  return charges
}

/** The money that pays the order: never more than it costs, however often it was paid. */
export const sumKept = (order: Order, charges: readonly Charge[]): number =>
  Math.min(
    order.amount,
    charges.filter((each) => isAsOrdered(order, each)).reduce((sum, { left }) => sum + left, 0),
  )

/** Money that is there and should not be, and that staff have not said to be settled. */
function needsReview(order: Order, events: readonly Fact[], open: readonly Charge[]): boolean {
  const settled = new Set(events.filter(({ kind }) => kind === 'resolved').map(({ charge }) => charge))
  const unsettled = open.filter(({ reference }) => !settled.has(reference))
  return unsettled.some((each) => !isAsOrdered(order, each)) || (open.length > 1 && unsettled.length > 0)
}

function stateOf(order: Order, events: readonly Fact[], charges: readonly Charge[]): Standing['state'] {
  const told = new Set(events.map(({ kind }) => kind))
  if (!told.has('paid')) {
    if (told.has('failed')) return 'failed'
    if (told.has('expired')) return 'expired'
    return told.has('pending') ? 'pending' : 'started'
  }
  const open = charges.filter(({ left }) => left > 0)
  if (needsReview(order, events, open)) return 'held'
  const isOpen = (each: readonly Fact[]) =>
    each.some(({ kind }) => kind === 'disputed') && !each.some(isOutcome)
  if (groupReturns(events).some(isOpen)) return 'disputed'
  if (open.length === 0) return 'refunded'
  const isWhole = sumKept(order, charges) === order.amount || open.every((each) => each.left === sizeOf(each))
  return isWhole ? 'paid' : 'partly-refunded'
}

/**
 * State and coins of a payment, computed from all of its events and from nothing else. Their order does not matter: what
 * arrives twice, late or before its cause leads to the same end.
 */
export function deriveStanding(order: Order, events: readonly Fact[]): Standing {
  const charges = listCharges(order, events)
  const kept = sumKept(order, charges)
  const due = Number((BigInt(order.coins) * BigInt(kept)) / BigInt(order.amount))
  return { state: stateOf(order, events, charges), due }
}

/** Charges that have money left. */
export const listOpenCharges = (order: Order, events: readonly Fact[]): readonly string[] =>
  listCharges(order, events)
    .filter(({ left }) => left > 0)
    .map(({ reference }) => reference)

/**
 * The charge that is refunded next, and what is left of it in its own currency: surplus charges first, also one whose
 * amount is not the one that was ordered.
 */
export function findRefundable(
  order: Order,
  events: readonly Fact[],
): { readonly charge: string; readonly currency: string; readonly amount: number } | null {
  for (const { reference: charge, currency, amount, left } of listCharges(order, events))
    if (currency !== null && amount !== null && amount > 0 && left > 0)
      return { charge, currency, amount: left }
  return null
}

/** The charge that a refund was asked for. Older requests name none: there was one charge only. */
export const chargeOfRequest = (
  events: readonly Fact[],
  { charge }: Pick<Fact, 'charge'>,
): string | undefined =>
  charge ?? events.find(({ kind, currency }) => kind === 'paid' && currency !== null)?.reference
