import type { PaymentFact } from '@spawnpoint/contracts/payments'
import { z } from 'zod'
import { fromPayPal } from './paypal-amount.ts'

const amount = z.object({ currency_code: z.string(), value: z.string() })
const movement = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
const capturePath = /\/v2\/payments\/captures\/([\w-]+)/

/** The capture that a refund or an event is about, by its links. */
export const captureOfLinks = (links: unknown): string | null =>
  capturePath.exec(JSON.stringify(links ?? []))?.[1] ?? null

export const orderShape = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({ captures: z.array(movement).default([]), refunds: z.array(movement).default([]) })
          .optional(),
      }),
    )
    .default([]),
})
export const movementShape = movement
const related = z.object({ related_ids: z.object({ order_id: z.string() }) })
export const captureShape = movement.extend({ supplementary_data: z.unknown() })
export type Capture = z.output<typeof captureShape>

/** The order that a capture or an event names; null where it names none. */
export function orderIdOf(resource: { readonly supplementary_data?: unknown }): string | null {
  const found = related.safeParse(resource.supplementary_data)
  return found.success ? found.data.related_ids.order_id : null
}
export type Order = z.output<typeof orderShape>
export type Movement = z.output<typeof movement>

export const disputeShape = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  dispute_life_cycle_stage: z.string().optional(),
  dispute_amount: amount,
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string(), gross_amount: amount.optional() }))
    .default([]),
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: amount.optional() }).optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
})
export type Dispute = z.output<typeof disputeShape>

interface Told {
  readonly order: string
  /** For answers that name no moment. */
  readonly now: Date
}

const atOf = ({ create_time }: Pick<Movement, 'create_time'>, now: Date) =>
  create_time === undefined ? now : new Date(create_time)

const captureKinds: Readonly<Record<string, PaymentFact['kind']>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}
const refundKinds: Readonly<Record<string, PaymentFact['kind']>> = {
  COMPLETED: 'refunded',
  PENDING: 'refund-pending',
  FAILED: 'refund-failed',
  CANCELLED: 'refund-failed',
}

export const factsOfCapture = (capture: Movement, { order, now }: Told): readonly PaymentFact[] => {
  const kind = captureKinds[capture.status]
  if (kind === undefined) return []
  const money = kind === 'paid' ? fromPayPal(capture.amount) : null
  return [{ kind, order, reference: capture.id, money, at: atOf(capture, now) }]
}

export function factOfRefund(refund: Movement, { order, now }: Told): PaymentFact {
  const { custom_id, links } = refund
  const charge = captureOfLinks(links)
  return {
    kind: refundKinds[refund.status] ?? 'refund-pending',
    order,
    reference: refund.id,
    money: fromPayPal(refund.amount),
    at: atOf(refund, now),
    // A refund that somebody made at PayPal inherits the payment's own id.
    ...(custom_id !== undefined && custom_id !== order && { request: custom_id }),
    ...(charge !== null && { charge }),
  }
}

const lost = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** The money that the customer got in the end, which may be a part of what was disputed. */
function returnedBy({ dispute_amount, dispute_outcome }: Dispute): PaymentFact['money'] {
  const returned = dispute_outcome?.amount_refunded
  return fromPayPal(returned?.currency_code === dispute_amount.currency_code ? returned : dispute_amount)
}

/**
 * The part of a dispute that is about one capture. A customer may dispute several payments at once, so each has a reference
 * of its own; of several only the amount of each is told, and not what the customer got for which.
 */
function shareOf(dispute: Dispute, charge: string) {
  const { dispute_id, dispute_amount, disputed_transactions: all } = dispute
  const place = all.findIndex((each) => each.seller_transaction_id === charge)
  const money = fromPayPal((all.length > 1 ? all[place]?.gross_amount : undefined) ?? dispute_amount)
  return {
    reference: place > 0 ? `${dispute_id}:${charge}` : dispute_id,
    money,
    returned: all.length > 1 ? money : returnedBy(dispute),
  }
}

/** An inquiry has taken no money. PayPal does not say when a dispute was decided, so its outcome is as old as the answer. */
export function factsOfDispute(
  dispute: Dispute,
  { order, now, charge }: Told & { readonly charge: string },
): readonly PaymentFact[] {
  const { status, dispute_life_cycle_stage, dispute_outcome, reason } = dispute
  const isResolved = status === 'RESOLVED'
  if (dispute_life_cycle_stage === 'INQUIRY' && !isResolved) return []
  const { returned, ...share } = shareOf(dispute, charge)
  const fact = {
    ...share,
    order,
    charge,
    at: atOf(dispute, now),
    ...(reason !== undefined && { detail: reason }),
  }
  if (!isResolved) return [{ ...fact, kind: 'disputed' }]
  const hasLost = lost.has(dispute_outcome?.outcome_code ?? '')
  return [
    { ...fact, kind: 'disputed' },
    {
      ...fact,
      at: now,
      ...(hasLost ? { kind: 'dispute-lost', money: returned } : { kind: 'dispute-won' }),
    },
  ]
}
