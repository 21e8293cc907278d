import type {
  OpenPayment,
  PaymentFact,
  PaymentOrder,
  PaymentProvider,
  RefundRequest,
  WebhookOutcome,
} from '@spawnpoint/contracts/payments'
import { stripeSettings } from '@spawnpoint/contracts/pay-stripe'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'
import type Stripe from 'stripe'
import { toStripe } from './stripe-amount.ts'
import { factOfRefund, factOfSession, factsOfDispute, orderOfSession } from './stripe-facts.ts'

interface StripeUses {
  readonly clock: ClockService
  readonly settings: Pick<SettingsService, 'read'>
}

const HOUR_S = 3600
const TOLERANCE_S = 300
const TIMEOUT_MS = 15_000
/** Languages of the product that Stripe calls otherwise. */
const languages: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.Locale>> = {
  de: 'de',
  en: 'en',
  es: 'es',
  fr: 'fr',
  md: 'zh',
  ro: 'ro',
}

const at = (seconds: number) => new Date(seconds * 1000)

/** Stripe has read the call and does not want it: asking again would not help. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'

const sessionOf = (order: PaymentOrder, amount: number): Stripe.Checkout.SessionCreateParams => {
  const { reference, money, description, email, language, createdAt, returnTo, cancelTo } = order
  const metadata = { reference }
  return {
    mode: 'payment',
    client_reference_id: reference,
    metadata,
    payment_intent_data: { metadata, description },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: money.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: description },
        },
      },
    ],
    // The amount that is charged is the one that was ordered, in its currency.
    adaptive_pricing: { enabled: false },
    ...(email !== '' && { customer_email: email }),
    locale: languages[language] ?? 'auto',
    // From the order's own time: the same key must come with the same call.
    expires_at: Math.floor(createdAt.getTime() / 1000) + HOUR_S,
    success_url: returnTo,
    cancel_url: cancelTo,
  }
}

/** A checkout that is complete stays so when a method that takes days fails: the payment itself says that. */
async function hasBounced(api: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const { status, payment_status, payment_intent } = session
  if (status !== 'complete' || payment_status !== 'unpaid' || typeof payment_intent !== 'string') return false
  const intent = await api.paymentIntents.retrieve(payment_intent)
  return intent.status === 'requires_payment_method' || intent.status === 'canceled'
}

async function statusOf(
  api: Stripe,
  { reference, checkout, charges }: OpenPayment,
  now: Date,
): Promise<readonly PaymentFact[]> {
  const session = await api.checkout.sessions.retrieve(checkout)
  if (orderOfSession(session) !== reference) return []
  const begun = { order: reference, at: at(session.created) }
  const bounced = await hasBounced(api, session)
  const paid = factOfSession(session, bounced ? { ...begun, at: now } : begun, bounced)
  const own =
    paid?.kind === 'paid' && typeof session.payment_intent === 'string' ? [session.payment_intent] : []
  const facts: PaymentFact[] = paid ? [paid] : []
  // An order that was paid twice has a second checkout, which only its webhook named.
  for (const intent of new Set([...own, ...charges]))
    facts.push(...(await returnsOf(api, intent, { order: reference, decided: now })))
  return facts
}

/** Refunds and disputes of a payment. */
async function returnsOf(
  api: Stripe,
  payment_intent: string,
  { order, decided }: { readonly order: string; readonly decided: Date },
): Promise<readonly PaymentFact[]> {
  const refunds = await api.refunds.list({ payment_intent, limit: 100 })
  const disputes = await api.disputes.list({ payment_intent, limit: 100 })
  return [
    ...refunds.data.map((each) => factOfRefund(each, { order, at: at(each.created) })),
    ...disputes.data.flatMap((each) => factsOfDispute(each, { order, at: at(each.created), decided })),
  ]
}

/** Refunds and disputes name the payment only, which names the order. */
async function findOrder(api: Stripe, intent: string | Stripe.PaymentIntent | null): Promise<string | null> {
  if (intent === null) return null
  const { metadata } = typeof intent === 'string' ? await api.paymentIntents.retrieve(intent) : intent
  return metadata['reference'] ?? null
}

async function readEvent(api: Stripe, event: Stripe.Event): Promise<readonly PaymentFact[]> {
  const told = { at: at(event.created), event: event.id }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object
      const order = orderOfSession(session)
      const hasFailed = event.type === 'checkout.session.async_payment_failed'
      const fact = order === null ? null : factOfSession(session, { ...told, order }, hasFailed)
      return fact ? [fact] : []
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const order = await findOrder(api, event.data.object.payment_intent)
      return order === null ? [] : [factOfRefund(event.data.object, { ...told, order })]
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const order = await findOrder(api, event.data.object.payment_intent)
      return order === null ? [] : factsOfDispute(event.data.object, { ...told, order })
    }
    case 'charge.dispute.funds_reinstated': {
      // Money that comes back after a dispute was lost: it was won in part.
      const order =
        event.data.object.status === 'lost' ? await findOrder(api, event.data.object.payment_intent) : null
      return order === null ? [] : factsOfDispute(event.data.object, { ...told, order })
    }
    default:
      return []
  }
}

async function refundOf(api: Stripe, { payment, charge, money, key }: RefundRequest): Promise<PaymentFact> {
  const told = { order: payment.reference, at: new Date() }
  try {
    const refund = await api.refunds.create(
      {
        payment_intent: charge,
        amount: toStripe(money) ?? money.amount,
        metadata: { key, reference: payment.reference },
      },
      { idempotencyKey: `refund:${key}` },
    )
    return { ...factOfRefund(refund, told), at: at(refund.created), request: key }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return {
      ...told,
      charge,
      kind: 'refund-failed',
      reference: `refused:${key}`,
      money,
      request: key,
      detail: error.message,
    }
  }
}

async function startOf(
  api: Stripe,
  order: Parameters<PaymentProvider['start']>[0],
  amount: number,
): ReturnType<PaymentProvider['start']> {
  try {
    const session = await api.checkout.sessions.create(sessionOf(order, amount), {
      idempotencyKey: `checkout:${order.reference}`,
    })
    return session.url === null ? { refused: 'no address' } : { checkout: session.id, address: session.url }
  } catch (error) {
    if (isRefusal(error)) return { refused: error.message }
    throw error
  }
}

/** Stripe's hosted checkout. Its library is loaded with the first payment, since most processes never make one. */
export function createStripe({ clock, settings }: StripeUses): PaymentProvider {
  let made: { readonly key: string; readonly api: Stripe } | null = null
  const read = () => settings.read(stripeSettings)
  async function connect(): Promise<Stripe> {
    const { stripe_secret_key: key } = read()
    if (made?.key === key) return made.api
    const { default: Library } = await import('stripe')
    // By name at each call, since what stands there may be replaced.
    const httpClient = Library.createFetchHttpClient((...given: Parameters<typeof fetch>) => fetch(...given))
    const api = new Library(key, { httpClient, timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false })
    made = { key, api }
    return api
  }
  async function webhook(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<WebhookOutcome> {
    const { stripe_webhook_id: secret } = read()
    // An empty key would make everybody's signature right.
    if (secret === '') return { refused: 'signature' }
    const api = await connect()
    const now = clock.now().getTime()
    let event: Stripe.Event
    try {
      const signature = headers['stripe-signature'] ?? ''
      event = api.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now)
    } catch (error) {
      if (error instanceof SyntaxError) return { refused: 'malformed' }
      return { refused: /tolerance/.test(String(error)) ? 'stale' : 'signature' }
    }
    return { facts: await readEvent(api, event) }
  }
  return {
    id: 'stripe',
    name: 'Stripe',
    isEnabled: () => read().enable_stripe,
    missing: () => (['stripe_secret_key', 'stripe_webhook_id'] as const).filter((key) => read()[key] === ''),
    accepts: (money) => toStripe(money) !== null,
    async start(order) {
      const amount = toStripe(order.money)
      return amount === null ? { refused: 'amount' } : startOf(await connect(), order, amount)
    },
    status: async (payment) => {
      const now = clock.now()
      return statusOf(await connect(), payment, now)
    },
    refund: async (request) => refundOf(await connect(), request),
    webhook,
  }
}
