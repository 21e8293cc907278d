import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import {
  createBooks,
  issue,
  missing,
  newId,
  present,
  type Books,
  type Dispute,
  type Movement,
  type Order,
  type Ordered,
  type Refunding,
  type Reply,
} from './testing/books.ts'

/** A call that PayPal would make to the webhook address. */
export type PayPalCall = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

const clientId = 'client-double'
const clientSecret = 'secret-double'
const webhookId = 'WH-double'
const token = 'token-double'

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
function readCall(books: Books, { pathname, searchParams }: URL): Reply {
  const [, , family, kind, id = ''] = pathname.split('/')
  if (family === 'checkout') {
    const order = books.forgotten.has(id) ? undefined : books.orders.get(id)
    return order ? { status: 200, body: present(order) } : missing
  }
  if (family === 'payments') {
    const found = books.find(id)?.captures.find((each) => each.id === id)
    return found ? { status: 200, body: found } : missing
  }
  if (kind !== 'disputes') return missing
  const dispute = books.disputes.get(id)
  if (dispute) return { status: 200, body: dispute }
  const charge = searchParams.get('disputed_transaction_id')
  const items = [...books.disputes.values()].filter(({ disputed_transactions }) =>
    disputed_transactions.some(({ seller_transaction_id }) => seller_transaction_id === charge),
  )
  return { status: 200, body: { items } }
}

function writeCall(books: Books, pathname: string, body: unknown): Reply {
  const [, , family, , id = '', action] = pathname.split('/')
  if (pathname === '/v2/checkout/orders') return books.create(body as Ordered)
  const order = books.orders.get(id)
  if (family === 'checkout' && action === 'capture') return order ? books.capture(order) : missing
  if (family === 'payments' && action === 'refund') return books.refund(id, body as Refunding)
  return missing
}

/** Acts of customers, their banks and the operator at PayPal. Each answers the event that PayPal then sends. */
function createActs(books: Books) {
  const event = (event_type: string, resource: unknown) => ({
    id: `WH-${newId()}`,
    event_version: '1.0',
    create_time: books.time(),
    event_type,
    resource: structuredClone(resource),
  })
  const get = (checkout: string): Order => {
    const order = books.orders.get(checkout)
    if (!order) throw new Error(`no order ${checkout}`)
    return order
  }
  const approve = (checkout: string, outcome: Order['outcome'], amount?: Order['amount']) => {
    const order = get(checkout)
    order.status = 'APPROVED'
    order.outcome = outcome
    if (amount) order.amount = amount
    return event('CHECKOUT.ORDER.APPROVED', present(order))
  }
  /** Payments are captured by us, so what comes after them captures first. */
  const captured = (checkout: string) => {
    const order = get(checkout)
    if (order.captures.length === 0) {
      order.status = 'APPROVED'
      books.capture(order)
    }
    const [first] = order.captures
    if (!first) throw new Error(`nothing was captured of ${checkout}`)
    return { order, first }
  }
  const giveBack = (checkout: string, value: string, isListed = true): Movement => {
    const { order, first } = captured(checkout)
    const made = books.move(order, 'COMPLETED', { ...order.amount, value }, order.custom_id, first.id)
    if (isListed) order.refunds.push(made)
    books.mark(order)
    return made
  }
  const findRefund = (id: string) => {
    const all = [...books.orders.values()]
    const order = all.find(({ refunds }) => refunds.some((each) => each.id === id))
    const found = order?.refunds.find((each) => each.id === id)
    if (!order || !found) throw new Error(`no refund ${id}`)
    return { order, found }
  }
  /** A dispute of one or several payments of a customer. */
  const openDispute = (checkouts: readonly string[], value: string) => {
    const taken = checkouts.map(captured)
    const currency_code = taken[0]?.order.amount.currency_code ?? 'EUR'
    const dispute: Dispute = {
      dispute_id: `PP-D-${newId()}`,
      create_time: books.time(),
      dispute_amount: { currency_code, value },
      disputed_transactions: taken.map(({ order, first }) => ({
        seller_transaction_id: first.id,
        gross_amount: order.amount,
      })),
      dispute_life_cycle_stage: 'CHARGEBACK',
      reason: 'UNAUTHORISED',
      status: 'OPEN',
    }
    books.disputes.set(dispute.dispute_id, dispute)
    return { id: dispute.dispute_id, event: event('CUSTOMER.DISPUTE.CREATED', dispute) }
  }
  const foreign: Order[] = []
  return {
    /** An order of another shop of the same account, which its customer has approved. */
    foreign(custom_id: string) {
      books.create({ purchase_units: [{ custom_id, amount: { currency_code: 'EUR', value: '10.00' } }] })
      const order = [...books.orders.values()].at(-1)
      if (!order) throw new Error('the order was refused')
      order.status = 'APPROVED'
      foreign.push(order)
      return event('CHECKOUT.ORDER.APPROVED', present(order))
    },
    isForeignCaptured: () => foreign.some(({ captures }) => captures.length > 0),
    pay: (checkout: string, amount?: Order['amount']) => approve(checkout, 'COMPLETED', amount),
    /** The customer approves a way to pay that the bank declines once it is captured. */
    decline: (checkout: string) => approve(checkout, 'DECLINED'),
    payLater: (checkout: string) => approve(checkout, 'PENDING'),
    arrive(checkout: string) {
      const { first } = captured(checkout)
      first.status = 'COMPLETED'
      return event('PAYMENT.CAPTURE.COMPLETED', first)
    },
    bounce(checkout: string) {
      const { first } = captured(checkout)
      first.status = 'DECLINED'
      return event('PAYMENT.CAPTURE.DENIED', first)
    },
    /** PayPal forgets the order, and sends nothing that leads to it. */
    expire(checkout: string) {
      const order = get(checkout)
      books.orders.delete(checkout)
      return event('CHECKOUT.ORDER.VOIDED', present(order))
    },
    refund(checkout: string, value: string) {
      const made = giveBack(checkout, value)
      return { id: made.id, event: event('PAYMENT.CAPTURE.REFUNDED', made) }
    },
    /** PayPal takes the money of a dispute back: a refund of the capture, which the shop has not asked for. */
    reverse: (checkout: string, value: string, isListed = true) =>
      event('PAYMENT.CAPTURE.REVERSED', giveBack(checkout, value, isListed)),
    failRefund(id: string) {
      const { order, found } = findRefund(id)
      found.status = 'FAILED'
      books.mark(order)
      return event('PAYMENT.REFUND.FAILED', found)
    },
    dispute: (checkout: string, value: string) => openDispute([checkout], value),
    disputeAll: openDispute,
    /** The customer's bank takes the money back at once: until the dispute ends, its capture is pending. */
    chargeBack(checkout: string) {
      const { order, first } = captured(checkout)
      first.status = 'PENDING'
      first.status_details = { reason: 'CHARGEBACK' }
      return openDispute([checkout], order.amount.value)
    },
    /** `value`: what the customer gets back, where that is less than was disputed. */
    closeDispute(id: string, outcome: 'won' | 'lost', value?: string) {
      const dispute = books.disputes.get(id)
      if (!dispute) throw new Error(`no dispute ${id}`)
      const amount_refunded = { ...dispute.dispute_amount, ...(value !== undefined && { value }) }
      dispute.status = 'RESOLVED'
      dispute.dispute_outcome =
        outcome === 'won'
          ? { outcome_code: 'RESOLVED_SELLER_FAVOUR' }
          : { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded }
      for (const { seller_transaction_id } of dispute.disputed_transactions) {
        const charge = books.find(seller_transaction_id)?.captures[0]
        if (charge?.status_details) charge.status = outcome === 'won' ? 'COMPLETED' : 'DECLINED'
        if (outcome === 'won') delete charge?.status_details
      }
      return event('CUSTOMER.DISPUTE.RESOLVED', dispute)
    },
  }
}

type Verification = Partial<Record<'transmission_id' | 'transmission_sig' | 'webhook_id', string>> & {
  readonly webhook_event?: unknown
}

/** PayPal on this machine: tokens, orders, captures, refunds, disputes and the check of webhook signatures, over HTTP. */
export async function startPayPalDouble(clock: { now(): Date }) {
  const books = createBooks(clock)
  const sent = new Map<string, { signature: string; event: string }>()
  const answered = new Map<string, Reply>()
  let outage: 'none' | 'down' | 'lost-answers' = 'none'
  let disputesAnswer = 200
  const verify = (given: Verification): Reply => {
    const known = sent.get(given.transmission_id ?? '')
    const isRight =
      known?.signature === given.transmission_sig &&
      known?.event === JSON.stringify(given.webhook_event) &&
      given.webhook_id === webhookId
    return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } }
  }
  const write = (url: URL, text: string, key: string | undefined): Reply => {
    const before = key === undefined ? undefined : answered.get(key)
    if (before) return before
    const body: unknown = JSON.parse(text)
    const reply =
      url.pathname === '/v1/notifications/verify-webhook-signature'
        ? verify(body as Verification)
        : writeCall(books, url.pathname, body)
    // The same key is answered as it was first, also with a refusal. https://developer.paypal.com/api/rest/reference/idempotency
    if (key !== undefined && reply.status < 500) answered.set(key, reply)
    return reply
  }
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const server = createServer((request, response) => {
    const send = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void readBody(request).then((text) => {
      const url = new URL(request.url ?? '', 'http://paypal')
      if (outage === 'down') return send(issue(503, 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'))
      const { authorization } = request.headers
      if (url.pathname === '/v1/oauth2/token')
        return authorization === basic
          ? send({ status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } })
          : send({ status: 401, body: { error: 'invalid_client' } })
      if (authorization !== `Bearer ${token}`)
        return send(issue(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN'))
      if (disputesAnswer !== 200 && url.pathname.startsWith('/v1/customer/disputes'))
        return send(issue(disputesAnswer, 'NOT_AUTHORIZED', 'PERMISSION_DENIED'))
      const key = request.headers['paypal-request-id']
      const reply =
        request.method === 'GET' ? readCall(books, url) : write(url, text, Array.isArray(key) ? key[0] : key)
      // It was done, and nobody hears of it.
      return outage === 'lost-answers' && request.method === 'POST' ? response.destroy() : send(reply)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the double has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    clientId,
    clientSecret,
    webhookId,
    ...createActs(books),
    ordersOf: (reference: string) =>
      [...books.orders.values()].filter(({ custom_id }) => custom_id === reference),
    refundsOf: (checkout: string) => books.orders.get(checkout)?.refunds ?? [],
    sign(event: unknown): PayPalCall {
      const [id, signature] = [randomUUID(), randomUUID()]
      const body = JSON.stringify(event)
      sent.set(id, { signature, event: body })
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
          'paypal-transmission-id': id,
          'paypal-transmission-sig': signature,
          'paypal-transmission-time': clock.now().toISOString(),
        },
      }
    },
    setOutage(next: typeof outage) {
      outage = next
    },
    /** Calls for disputes are answered with this status. */
    answerDisputes(status: number) {
      disputesAnswer = status
    },
    forget: (checkout: string) => books.forgotten.add(checkout),
    remember: (checkout: string) => books.forgotten.delete(checkout),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export type PayPalDouble = Awaited<ReturnType<typeof startPayPalDouble>>
