import type { PaymentFact } from '@spawnpoint/contracts/payments'
import type Stripe from 'stripe'
import { fromStripe } from './stripe-amount.ts'

type Told = Pick<PaymentFact, 'order'> & { readonly at: Date; readonly event?: string }

const idOf = (value: string | { readonly id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** The order that a checkout was made for; null where it is somebody else's. */
export const orderOfSession = ({ metadata, client_reference_id }: Stripe.Checkout.Session) =>
  metadata?.['reference'] ?? client_reference_id

/** Reads a checkout. `hasFailed`: a method that takes days has failed. */
export function factOfSession(
  session: Stripe.Checkout.Session,
  told: Told,
  hasFailed = false,
): PaymentFact | null {
  const { amount_total, currency, payment_status, status } = session
  const money = amount_total === null || currency === null ? null : fromStripe(amount_total, currency)
  const reference = idOf(session.payment_intent) ?? session.id
  if (payment_status === 'paid') return { ...told, kind: 'paid', reference, money }
  if (status === 'expired') return { ...told, kind: 'expired', reference: session.id, money: null }
  if (hasFailed) return { ...told, kind: 'failed', reference: session.id, money: null }
  return status === 'complete' ? { ...told, kind: 'pending', reference: session.id, money: null } : null
}

const refundKinds: Readonly<Record<string, PaymentFact['kind']>> = {
  pending: 'refund-pending',
  requires_action: 'refund-pending',
  succeeded: 'refunded',
  failed: 'refund-failed',
  canceled: 'refund-failed',
}

export function factOfRefund(refund: Stripe.Refund, told: Told): PaymentFact {
  const { id, amount, currency, metadata, status, failure_reason, payment_intent } = refund
  const key = metadata?.['key']
  const charge = idOf(payment_intent)
  return {
    ...told,
    kind: refundKinds[status ?? 'pending'] ?? 'refund-pending',
    reference: id,
    money: fromStripe(amount, currency),
    // A refund that somebody made at Stripe is named too: there it is never the money of a dispute.
    request: key ?? id,
    ...(charge !== null && { charge }),
    ...(failure_reason !== undefined && { detail: failure_reason }),
  }
}

/**
 * The money that a dispute has taken: withdrawn and not reinstated, which is less than was disputed where a part of it was
 * won. An account that counts in another currency does not say how much that is.
 */
function takenBy({ amount, currency, balance_transactions: moved }: Stripe.Dispute): number {
  const isSame = moved.length > 0 && moved.every((each) => each.currency === currency)
  return isSame ? Math.min(amount, -moved.reduce((sum, each) => sum + each.amount, 0)) : amount
}

/** A dispute that was prevented before it became one may have taken money, or none. */
const hasLost = ({ status, balance_transactions: moved }: Stripe.Dispute): boolean =>
  status === 'lost' || (status === 'prevented' && moved.length > 0)

const ends = new Set(['won', 'lost', 'prevented'])

/** An inquiry (`warning_…`) has taken no money. `decided`: when the outcome was learned, if not with the event itself. */
export function factsOfDispute(
  dispute: Stripe.Dispute,
  { decided, ...told }: Told & { readonly decided?: Date },
): readonly PaymentFact[] {
  const { id, amount, currency, status, reason, payment_intent } = dispute
  if (status.startsWith('warning_')) return []
  const charge = idOf(payment_intent)
  const about = { reference: id, money: fromStripe(amount, currency), ...(charge !== null && { charge }) }
  if (!ends.has(status)) return [{ ...told, ...about, detail: reason, kind: 'disputed' }]
  // The same event must not be told of two facts.
  return [
    { order: told.order, at: told.at, ...about, kind: 'disputed' },
    {
      ...told,
      at: decided ?? told.at,
      ...about,
      detail: reason,
      ...(hasLost(dispute)
        ? { kind: 'dispute-lost', money: fromStripe(takenBy(dispute), currency) }
        : { kind: 'dispute-won' }),
    },
  ]
}
