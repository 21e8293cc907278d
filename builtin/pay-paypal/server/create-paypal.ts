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
  disputeShape,
  factOfRefund,
  factsOfCapture,
  factsOfDispute,
  orderShape,
  refundShape,
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

/** Null for an order that PayPal has forgotten, which nobody can pay any more. */
async function readOrder(call: CallPayPal, checkout: string): Promise<Order | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(checkout)}`
  const reply = await call({ method: 'GET', path })
  if (reply.status === 404) return null
  if (!isGood(reply)) throw unexpected(path, reply)
  return orderShape.parse(reply.body)
}

/** Takes what the customer has approved. A refusal leaves the order open for another way to pay. */
async function capture(call: CallPayPal, { checkout, reference }: OpenPayment): Promise<Order | null> {
  const path = `/v2/checkout/orders/${encodeURIComponent(checkout)}/capture`
  const reply = await call({ method: 'POST', path, body: {}, key: `capture-${reference}` })
  if (!isGood(reply) && reply.status !== 422) throw unexpected(path, reply)
  return readOrder(call, checkout)
}

async function listDisputes(call: CallPayPal, charge: string) {
  const query = new URLSearchParams({ disputed_transaction_id: charge })
  const reply = await call({ method: 'GET', path: `/v1/customer/disputes?${query}` })
  // An application without the right to see disputes learns of none.
  if (!isGood(reply)) return []
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

async function statusOf(call: CallPayPal, payment: OpenPayment, now: Date): Promise<readonly PaymentFact[]> {
  const told = { order: payment.reference, now }
  const asked = await readOrder(call, payment.checkout)
  const order = asked?.status === 'APPROVED' ? await capture(call, payment) : asked
  if (order === null) return [{ ...told, kind: 'expired', reference: payment.checkout, money: null, at: now }]
  const [unit] = order.purchase_units
  if (unit?.custom_id !== payment.reference) return []
  const { captures = [], refunds = [] } = unit.payments ?? {}
  const facts = [
    ...captures.flatMap((each) => factsOfCapture(each, told)),
    ...refunds.map((each) => factOfRefund(each, told)),
  ]
  for (const { kind, reference } of facts)
    if (kind === 'paid')
      for (const dispute of await listDisputes(call, reference)) facts.push(...factsOfDispute(dispute, told))
  return facts
}

async function refundOf(call: CallPayPal, request: RefundRequest, now: Date): Promise<PaymentFact> {
  const { payment, charge, money, key } = request
  const told = { order: payment.reference, now }
  const path = `/v2/payments/captures/${encodeURIComponent(charge)}/refund`
  const body = { amount: toPayPal(money), custom_id: key }
  const reply = await call({ method: 'POST', path, body, key: `refund-${key}` })
  if (isGood(reply)) return { ...factOfRefund(refundShape.parse(reply.body), told), request: key }
  if (reply.status !== 422 && reply.status !== 400 && reply.status !== 404) throw unexpected(path, reply)
  const detail = issueOf(reply)
  return {
    order: payment.reference,
    kind: 'refund-failed',
    reference: `refused-${key}`,
    money,
    at: now,
    request: key,
    detail,
  }
}

const eventShape = z.object({ event_type: z.string(), resource: z.record(z.string(), z.unknown()) })
const relatedShape = z.object({ related_ids: z.object({ order_id: z.string() }) })
const disputedShape = z.array(z.object({ seller_transaction_id: z.string() })).min(1)
const capturePath = /\/v2\/payments\/captures\/([\w-]+)/

/** The capture that an event is about, by its links or by the transaction that is disputed. */
function captureOf(resource: Readonly<Record<string, unknown>>): string | null {
  const disputed = disputedShape.safeParse(resource['disputed_transactions'])
  return disputed.success
    ? (disputed.data[0]?.seller_transaction_id ?? null)
    : (capturePath.exec(JSON.stringify(resource['links'] ?? []))?.[1] ?? null)
}

/** PayPal's id of the order. Refunds and disputes name the capture only, which names it. */
async function checkoutOf(call: CallPayPal, { event_type, resource }: z.output<typeof eventShape>) {
  if (event_type.startsWith('CHECKOUT.ORDER.'))
    return typeof resource['id'] === 'string' ? resource['id'] : null
  const own = relatedShape.safeParse(resource['supplementary_data'])
  if (own.success) return own.data.related_ids.order_id
  const charge = captureOf(resource)
  if (charge === null) return null
  const reply = await call({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(charge)}` })
  const found = relatedShape.safeParse(
    z.object({ supplementary_data: z.unknown() }).catch({ supplementary_data: null }).parse(reply.body)
      .supplementary_data,
  )
  return found.success ? found.data.related_ids.order_id : null
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

/** PayPal's Orders v2. A webhook only says which order to ask about, so an old or reordered one does no harm. */
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
    const checkout = await checkoutOf(call, event.data)
    const order = checkout === null ? null : await readOrder(call, checkout)
    const reference = order?.purchase_units[0]?.custom_id
    if (order === null || reference === undefined) return { facts: [] }
    // An order that the customer has approved is captured by its status, once it is known to be ours.
    if (order.status === 'APPROVED') return { facts: [], ask: [reference] }
    const payment = { reference, checkout: order.id, money: { currency: '', amount: 0 } }
    return { facts: await statusOf(call, payment, clock.now()) }
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
