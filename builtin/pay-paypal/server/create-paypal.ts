import { paypalSettings } from '@spawnpoint/contracts/pay-paypal'
import type {
  OpenPayment,
  PaymentFact,
  PaymentOrder,
  PaymentProvider,
  RefundRequest,
  WebhookOutcome,
} from '@spawnpoint/contracts/payments'
import { z } from 'zod'
import { toPayPal, type PayPalAmount } from './paypal-amount.ts'
import { createPayPalClient, type CallPayPal, type PayPalReply, type PayPalUses } from './paypal-client.ts'
import {
  captureOfLinks,
  captureShape,
  disputeShape,
  factOfRefund,
  factsOfCapture,
  factsOfDispute,
  movementShape,
  orderIdOf,
  orderShape,
  type Capture,
  type Movement,
  type Order,
} from './paypal-facts.ts'

const locales: Readonly<Record<string, string>> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  md: 'zh-CN',
  ro: 'ro-RO',
}

const problem = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).default([]),
})

const issueOf = ({ body }: PayPalReply): string => {
  const read = problem.safeParse(body)
  return read.success ? (read.data.details[0]?.issue ?? read.data.name ?? '') : ''
}
const isGood = ({ status }: PayPalReply) => status >= 200 && status < 300
const unexpected = (path: string, reply: PayPalReply) =>
  new Error(`E_PAYPAL: ${path} answered ${reply.status} ${issueOf(reply)}`)

const bodyOf = (
  { reference, description, language, returnTo, cancelTo }: PaymentOrder,
  amount: PayPalAmount,
) => ({
  intent: 'CAPTURE',
  purchase_units: [
    { reference_id: reference, custom_id: reference, invoice_id: reference, description, amount },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        locale: locales[language] ?? 'en-US',
        return_url: returnTo,
        cancel_url: cancelTo,
      },
    },
  },
})

async function startOrder(call: CallPayPal, order: PaymentOrder) {
  const amount = toPayPal(order.money)
  if (amount === null) return { refused: 'amount' }
  const path = '/v2/checkout/orders'
  const reply = await call({
    method: 'POST',
    path,
    body: bodyOf(order, amount),
    key: `order-${order.reference}`,
  })
  if (reply.status === 400 || reply.status === 422) return { refused: issueOf(reply) }
  if (!isGood(reply)) throw unexpected(path, reply)
  const { id, links } = orderShape.parse(reply.body)
  const link = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  return link ? { checkout: id, address: link.href } : { refused: 'no address' }
}

/** Null where PayPal knows none of that id: it never did, it has forgotten it, or the application is another one now. */
async function read<T>(call: CallPayPal, path: string, shape: z.ZodType<T>): Promise<T | null> {
  const reply = await call({ method: 'GET', path })
  if (reply.status === 404) return null
  if (!isGood(reply)) throw unexpected(path, reply)
  return shape.parse(reply.body)
}
const readOrder = (call: CallPayPal, checkout: string): Promise<Order | null> =>
  read(call, `/v2/checkout/orders/${encodeURIComponent(checkout)}`, orderShape)
const readCapture = (call: CallPayPal, charge: string): Promise<Capture | null> =>
  read(call, `/v2/payments/captures/${encodeURIComponent(charge)}`, captureShape)

/**
 * Takes what the customer has approved. A refusal leaves the order open for another way to pay. Without a key, since
 * PayPal answers a key with its first answer for ever, also when the customer has approved something else; an order is
 * captured once anyway.
 */
async function capture(call: CallPayPal, checkout: string): Promise<Order | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(checkout)}/capture`
  const reply = await call({ method: 'POST', path, body: {} })
  if (!isGood(reply) && reply.status !== 422) throw unexpected(path, reply)
  return readOrder(call, checkout)
}

async function listDisputes(call: CallPayPal, charge: string) {
  const query = new URLSearchParams({ disputed_transaction_id: charge })
  const list = '/v1/customer/disputes'
  const reply = await call({ method: 'GET', path: `${list}?${query}` })
  // An application without the right to see disputes learns of none.
  if (reply.status === 403) return []
  if (!isGood(reply)) throw unexpected(list, reply)
  const { items } = z
    .object({ items: z.array(z.object({ dispute_id: z.string() })).default([]) })
    .parse(reply.body)
  const found = []
  for (const { dispute_id } of items) {
    const path = `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`
    const detail = await call({ method: 'GET', path })
    if (!isGood(detail)) throw unexpected(path, detail)
    found.push(disputeShape.parse(detail.body))
  }
  return found
}

async function factsOf(
  call: CallPayPal,
  { captures, refunds }: { readonly captures: readonly Movement[]; readonly refunds: readonly Movement[] },
  told: { readonly order: string; readonly now: Date },
): Promise<readonly PaymentFact[]> {
  const facts = [
    ...captures.flatMap((each) => factsOfCapture(each, told)),
    ...refunds.map((each) => factOfRefund(each, told)),
  ]
  // Also of one that counts as pending or declined: that is how PayPal shows money that a bank has taken back.
  for (const { id: charge } of captures)
    for (const dispute of await listDisputes(call, charge))
      facts.push(...factsOfDispute(dispute, { ...told, charge }))
  return facts
}

async function statusOf(
  call: CallPayPal,
  { checkout, reference }: Pick<OpenPayment, 'checkout' | 'reference'>,
  now: Date,
): Promise<readonly PaymentFact[]> {
  const asked = await readOrder(call, checkout)
  const order = asked?.status === 'APPROVED' ? await capture(call, checkout) : asked
  const [unit] = order?.purchase_units ?? []
  // An order that is not found is no fact: with the former credentials it may have been paid.
  if (unit?.custom_id !== reference) return []
  const { captures = [], refunds = [] } = unit.payments ?? {}
  return factsOf(call, { captures, refunds }, { order: reference, now })
}

async function refundOf(call: CallPayPal, request: RefundRequest, now: Date): Promise<PaymentFact> {
  const { payment, charge, money, key } = request
  const told = { order: payment.reference, now }
  const path = `/v2/payments/captures/${encodeURIComponent(charge)}/refund`
  const body = { amount: toPayPal(money), custom_id: key }
  const reply = await call({ method: 'POST', path, body, key: `refund-${key}` })
  if (isGood(reply)) return { ...factOfRefund(movementShape.parse(reply.body), told), request: key, charge }
  if (reply.status !== 422 && reply.status !== 400 && reply.status !== 404) throw unexpected(path, reply)
  const detail = issueOf(reply)
  return {
    order: payment.reference,
    charge,
    kind: 'refund-failed',
    reference: `refused-${key}`,
    money,
    at: now,
    request: key,
    detail,
  }
}

const eventShape = z.object({ event_type: z.string(), resource: z.record(z.string(), z.unknown()) })
type PayPalEvent = z.output<typeof eventShape>
const disputedShape = z.array(z.object({ seller_transaction_id: z.string() })).min(1)

/** Captures that an event is about, by its links or by the transactions that are disputed. */
function capturesOf(resource: PayPalEvent['resource']): readonly string[] {
  const disputed = disputedShape.safeParse(resource['disputed_transactions'])
  if (disputed.success) return disputed.data.map((each) => each.seller_transaction_id)
  const linked = captureOfLinks(resource['links'])
  return linked === null ? [] : [linked]
}
const captureOf = (resource: PayPalEvent['resource']): string | null => capturesOf(resource)[0] ?? null

/** Payments of a dispute beside its first one: what became of them is asked for. */
async function othersOf(call: CallPayPal, { resource }: PayPalEvent): Promise<readonly string[]> {
  const found: string[] = []
  for (const charge of capturesOf(resource).slice(1)) {
    const taken = await readCapture(call, charge)
    if (taken?.custom_id !== undefined) found.push(taken.custom_id)
  }
  return found
}

/**
 * The refund that an event tells of, also where PayPal itself reversed a payment. PayPal has verified it, so it counts
 * where PayPal no longer knows its order.
 */
function refundOfEvent({ event_type, resource }: PayPalEvent): readonly Movement[] {
  const refund = /REFUND|REVERSED/.test(event_type) ? movementShape.safeParse(resource) : null
  return refund?.success && refund.data.id !== captureOf(resource) ? [refund.data] : []
}

/** Refunds and disputes name the capture only, which names its order. PayPal may keep captures longer than orders. */
async function readEvent(call: CallPayPal, event: PayPalEvent, now: Date): Promise<WebhookOutcome> {
  const { event_type, resource } = event
  const isOrder = event_type.startsWith('CHECKOUT.ORDER.') && typeof resource['id'] === 'string'
  const charge = isOrder ? null : captureOf(resource)
  const named = isOrder ? String(resource['id']) : orderIdOf(resource)
  const taken = named === null && charge !== null ? await readCapture(call, charge) : null
  const checkout = named ?? (taken && orderIdOf(taken))
  const order = checkout === null ? null : await readOrder(call, checkout)
  const reference = order?.purchase_units[0]?.custom_id
  // An order that the customer has approved is captured by its status, once it is known to be ours.
  if (reference !== undefined && order?.status === 'APPROVED') return { facts: [], ask: [reference] }
  if (reference !== undefined && checkout !== null) {
    const told = { order: reference, now }
    // The event counts too: an order need not list what PayPal has taken back.
    const itself = refundOfEvent(event).map((each) => factOfRefund(each, told))
    return { facts: [...(await statusOf(call, { reference, checkout }, now)), ...itself] }
  }
  const kept = taken ?? (charge === null ? null : await readCapture(call, charge))
  if (kept?.custom_id === undefined) return { facts: [] }
  const told = { order: kept.custom_id, now }
  return { facts: await factsOf(call, { captures: [kept], refunds: refundOfEvent(event) }, told) }
}

const signed = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'] as const

/** PayPal itself says whether it sent the call; the event is passed on as it came, since its bytes are what was signed. */
async function isVerified(
  call: CallPayPal,
  text: string,
  headers: Readonly<Record<string, string | undefined>>,
  webhook: string,
): Promise<boolean> {
  const given = signed.map((name) => [name.replace('-', '_'), headers[`paypal-${name}`]] as const)
  if (given.some(([, value]) => !value)) return false
  const rest = JSON.stringify({ ...Object.fromEntries(given), webhook_id: webhook })
  const path = '/v1/notifications/verify-webhook-signature'
  const reply = await call({ method: 'POST', path, body: `${rest.slice(0, -1)},"webhook_event":${text}}` })
  if (!isGood(reply)) return false
  return z.object({ verification_status: z.string() }).parse(reply.body).verification_status === 'SUCCESS'
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The caller refuses what cannot be read.
    return null
  }
}

/** PayPal's Orders v2. A webhook says which order to ask about, so an old or reordered one does no harm. */
export function createPayPal({ clock, settings }: PayPalUses): PaymentProvider {
  const call = createPayPalClient({ clock, settings })
  const read = () => settings.read(paypalSettings)
  async function webhook(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<WebhookOutcome> {
    const text = body.toString('utf8')
    const event = eventShape.safeParse(parse(text))
    if (!event.success) return { refused: 'malformed' }
    const { paypal_webhook_id: id } = read()
    if (id === '' || !(await isVerified(call, text, headers, id))) return { refused: 'signature' }
    const outcome = await readEvent(call, event.data, clock.now())
    const others = await othersOf(call, event.data)
    return 'facts' in outcome && others.length > 0
      ? { ...outcome, ask: [...(outcome.ask ?? []), ...others] }
      : outcome
  }
  return {
    id: 'paypal',
    name: 'PayPal',
    isEnabled: () => read().enable_paypal,
    missing: () =>
      (['paypal_client_id', 'paypal_client_secret', 'paypal_webhook_id'] as const).filter(
        (key) => read()[key] === '',
      ),
    accepts: (money) => toPayPal(money) !== null,
    start: (order) => startOrder(call, order),
    status: (payment) => statusOf(call, payment, clock.now()),
    refund: (request) => refundOf(call, request, clock.now()),
    webhook,
  }
}
