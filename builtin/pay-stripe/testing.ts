import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  readonly url: string
  readonly success_url: string
  readonly created: number
  readonly expires_at: number
  readonly client_reference_id: string | null
  readonly metadata: Readonly<Record<string, string>>
  currency: string
  amount_total: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
}
interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly metadata: Readonly<Record<string, string>>
  status: 'processing' | 'succeeded' | 'requires_payment_method'
  last_payment_error: { readonly type: string; readonly code: string } | null
}
interface Returned {
  readonly id: string
  readonly object: 'refund' | 'dispute'
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly metadata: Readonly<Record<string, string>>
  readonly reason: string
  status: string
  /** Money that a dispute withdraws and reinstates. */
  readonly balance_transactions?: { readonly amount: number; readonly currency: string }[]
}

/** A call that Stripe would make to the webhook address. */
export interface StripeCall {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const secretKey = 'sk_test_double'
const signingSecret = 'whsec_double'

/** Nested keys of Stripe's form encoding: `a[b][0][c]`. */
function readForm(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text))
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

const failure = (status: number, type: string, message: string, code?: string) => ({
  status,
  body: { error: { type, message, ...(code !== undefined && { code }) } },
})
type Reply = { readonly status: number; readonly body: unknown }

type Form = Readonly<Record<string, string>>

function createBooks(clock: { now(): Date }) {
  return {
    sessions: new Map<string, Session>(),
    intents: new Map<string, Intent>(),
    returns: [] as Returned[],
    answered: new Map<string, { form: string; reply: Reply }>(),
    seconds: () => Math.floor(clock.now().getTime() / 1000),
  }
}
type Books = ReturnType<typeof createBooks>

function createSession({ sessions, seconds }: Books, form: Form): Reply {
  const amount = Number(form['line_items[0][price_data][unit_amount]'])
  const currency = form['line_items[0][price_data][currency]'] ?? ''
  if (
    form['mode'] !== 'payment' ||
    !form['success_url'] ||
    !Number.isInteger(amount) ||
    currency.length !== 3
  )
    return failure(400, 'invalid_request_error', 'Missing required param: line_items.', 'parameter_missing')
  if (amount < 50) return failure(400, 'invalid_request_error', 'Amount is too small.', 'amount_too_small')
  const id = `cs_test_${randomUUID().replaceAll('-', '')}`
  const metadata = { reference: form['metadata[reference]'] ?? '' }
  const session: Session = {
    id,
    object: 'checkout.session',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    success_url: form['success_url'],
    created: seconds(),
    expires_at: Number(form['expires_at']),
    client_reference_id: form['client_reference_id'] ?? null,
    metadata,
    currency,
    amount_total: amount,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
  }
  sessions.set(id, session)
  return { status: 200, body: session }
}

function createRefund({ sessions, returns, seconds }: Books, form: Form): Reply {
  const intent = form['payment_intent'] ?? ''
  const session = [...sessions.values()].find((each) => each.payment_intent === intent)
  if (!session)
    return failure(404, 'invalid_request_error', `No such payment_intent: '${intent}'`, 'resource_missing')
  const amount = Number(form['amount'] ?? session.amount_total)
  const gone = returns
    .filter((each) => each.object === 'refund' && each.payment_intent === intent && each.status !== 'failed')
    .reduce((sum, each) => sum + each.amount, 0)
  if (gone + amount > session.amount_total)
    return failure(
      400,
      'invalid_request_error',
      'Refund amount is greater than the charge.',
      'charge_already_refunded',
    )
  const refund: Returned = {
    id: `re_${randomUUID().replaceAll('-', '')}`,
    object: 'refund',
    created: seconds(),
    amount,
    currency: session.currency,
    payment_intent: intent,
    metadata: form['metadata[key]'] ? { key: form['metadata[key]'] } : {},
    reason: 'requested_by_customer',
    status: 'succeeded',
  }
  returns.push(refund)
  return { status: 200, body: refund }
}

const listOf = (books: Books, object: Returned['object'], intent: string | null): Reply => ({
  status: 200,
  body: {
    object: 'list',
    has_more: false,
    data: books.returns.filter((each) => each.object === object && each.payment_intent === intent),
  },
})

function readCall(books: Books, url: URL): Reply {
  const [, , kind = '', ...rest] = url.pathname.split('/')
  const found = kind === 'checkout' ? books.sessions.get(rest[1] ?? '') : books.intents.get(rest[0] ?? '')
  if (kind === 'refunds' || kind === 'disputes')
    return listOf(books, kind === 'refunds' ? 'refund' : 'dispute', url.searchParams.get('payment_intent'))
  return found
    ? { status: 200, body: found }
    : failure(404, 'invalid_request_error', 'No such object.', 'resource_missing')
}

/** The same key answers as it did first; with another call it is refused. */
function writeCall(books: Books, url: URL, form: string, key: string | undefined): Reply {
  const before = key === undefined ? undefined : books.answered.get(key)
  if (before && before.form !== form)
    return failure(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters.',
    )
  if (before) return before.reply
  const write = url.pathname === '/v1/refunds' ? createRefund : createSession
  const reply = write(books, readForm(form))
  if (key !== undefined && reply.status < 500) books.answered.set(key, { form, reply })
  return reply
}

/** A refund or dispute gets another status; of a dispute that was lost a part may come back. */
const createChange =
  ({ returns }: Books) =>
  (id: string, status: string, reinstated = 0) => {
    const row = returns.find((each) => each.id === id)
    if (!row) throw new Error(`nothing was given back as ${id}`)
    row.status = status
    if (reinstated > 0) row.balance_transactions?.push({ amount: reinstated, currency: row.currency })
    return row
  }

/** The steps that acts are made of. */
function createSteps(books: Books) {
  const event = (type: string, object: unknown) => ({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: books.seconds(),
    data: { object: structuredClone(object) },
  })
  const get = (checkout: string): Session => {
    const session = books.sessions.get(checkout)
    if (!session) throw new Error(`no session ${checkout}`)
    return session
  }
  const add = (session: Session) => books.sessions.set(session.id, session)
  /** The customer has entered a way to pay, which makes the payment. */
  const enter = (session: Session, status: Intent['status'], code?: string): Intent => {
    session.payment_intent ??= `pi_${randomUUID().replaceAll('-', '')}`
    const intent: Intent = {
      id: session.payment_intent,
      object: 'payment_intent',
      metadata: session.metadata,
      status,
      last_payment_error: code === undefined ? null : { type: 'card_error', code },
    }
    books.intents.set(intent.id, intent)
    return intent
  }
  const begin = (session: Session, status: Intent['status']) => {
    enter(session, status)
    session.status = 'complete'
    return session
  }
  const giveBack = (checkout: string, object: Returned['object'], amount: number, status: string) => {
    const { currency, payment_intent } = begin(get(checkout), 'succeeded')
    const id = `${object === 'refund' ? 're' : 'dp'}_${randomUUID().replaceAll('-', '')}`
    const row: Returned = {
      id,
      object,
      created: books.seconds(),
      amount,
      currency,
      payment_intent: payment_intent ?? '',
      metadata: {},
      reason: 'fraudulent',
      status,
      ...(object === 'dispute' && {
        balance_transactions: status === 'prevented' ? [] : [{ amount: -amount, currency }],
      }),
    }
    books.returns.push(row)
    return row
  }
  const change = createChange(books)
  return { event, get, add, enter, begin, giveBack, change }
}
type Steps = ReturnType<typeof createSteps>

const payingActs = ({ event, get, add, enter, begin }: Steps) => ({
  pay(checkout: string, wrong: { readonly currency?: string; readonly amount?: number } = {}) {
    const session = begin(get(checkout), 'succeeded')
    session.payment_status = 'paid'
    if (wrong.currency !== undefined) session.currency = wrong.currency.toLowerCase()
    if (wrong.amount !== undefined) session.amount_total = wrong.amount
    return event('checkout.session.completed', session)
  },
  /** Another checkout of the same order is paid: the key of the first one is known for a day only. */
  payAgain(checkout: string) {
    const session = {
      ...get(checkout),
      id: `cs_test_${randomUUID().replaceAll('-', '')}`,
      payment_intent: null,
    }
    add(session)
    begin(session, 'succeeded')
    session.payment_status = 'paid'
    return { checkout: session.id, event: event('checkout.session.completed', session) }
  },
  /** The checkout stays open for another card. */
  decline: (checkout: string) =>
    event('payment_intent.payment_failed', enter(get(checkout), 'requires_payment_method', 'card_declined')),
  payLater: (checkout: string) => event('checkout.session.completed', begin(get(checkout), 'processing')),
  arrive(checkout: string) {
    const session = begin(get(checkout), 'succeeded')
    session.payment_status = 'paid'
    return event('checkout.session.async_payment_succeeded', session)
  },
  /** The checkout stays complete and unpaid; the payment says that it failed. */
  bounce(checkout: string) {
    const session = get(checkout)
    enter(session, 'requires_payment_method', 'payment_intent_payment_attempt_failed')
    return event('checkout.session.async_payment_failed', session)
  },
  expire(checkout: string) {
    const session = get(checkout)
    session.status = 'expired'
    return event('checkout.session.expired', session)
  },
})

const returningActs = ({ event, giveBack, change }: Steps) => ({
  refund(checkout: string, amount: number, status = 'succeeded') {
    const row = giveBack(checkout, 'refund', amount, status)
    return { id: row.id, event: event('refund.created', row) }
  },
  failRefund: (id: string) => event('refund.failed', change(id, 'failed')),
  dispute(checkout: string, amount: number, status = 'needs_response') {
    const row = giveBack(checkout, 'dispute', amount, status)
    return { id: row.id, event: event('charge.dispute.created', row) }
  },
  closeDispute: (id: string, status: 'won' | 'lost') => event('charge.dispute.closed', change(id, status)),
  /** A dispute that was lost gives a part back: that part was won. */
  reinstate: (id: string, amount: number) =>
    event('charge.dispute.funds_reinstated', change(id, 'lost', amount)),
})

/** Acts of customers, their banks and the operator at Stripe. Each answers the event that Stripe then sends. */
function createActs(books: Books) {
  const steps = createSteps(books)
  return { ...payingActs(steps), ...returningActs(steps), event: steps.event }
}

/** Signed as Stripe signs: `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>">`. */
export const signStripe = (body: string, at: Date, secret: string = signingSecret): StripeCall['headers'] => {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    'stripe-signature': `t=${seconds},v1=${signature}`,
    'content-type': 'application/json; charset=utf-8',
  }
}

/** Stripe on this machine: checkout sessions, refunds, disputes, idempotency keys and its errors, over HTTP. */
export async function startStripeDouble(clock: { now(): Date }) {
  const books = createBooks(clock)
  let outage: 'none' | 'down' | 'lost-answers' = 'none'
  const calls: string[] = []
  const server = createServer((request, response) => {
    const send = ({ status, body }: Reply) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': randomUUID() })
        .end(JSON.stringify(body))
    void readBody(request).then((form) => {
      const url = new URL(request.url ?? '', 'http://stripe')
      calls.push(`${request.method} ${url.pathname}`)
      if (outage === 'down') return send(failure(503, 'api_error', 'Stripe is down.'))
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        return send(failure(401, 'authentication_error', 'Invalid API Key provided.'))
      const key = request.headers['idempotency-key']
      const reply =
        request.method === 'GET'
          ? readCall(books, url)
          : writeCall(books, url, form, Array.isArray(key) ? key[0] : key)
      // It was done, and nobody hears of it.
      return outage === 'lost-answers' && request.method === 'POST' ? response.destroy() : send(reply)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the double has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    secretKey,
    signingSecret,
    calls,
    ...createActs(books),
    /** Where the checkout leads once it is paid. */
    returnAddress: (checkout: string) => books.sessions.get(checkout)?.success_url ?? '',
    sessionsOf: (reference: string) =>
      [...books.sessions.values()].filter(({ metadata }) => metadata['reference'] === reference),
    refundsOf: (checkout: string) =>
      books.returns.filter(
        ({ object, payment_intent }) =>
          object === 'refund' && payment_intent === books.sessions.get(checkout)?.payment_intent,
      ).length,
    sign: (event: unknown, at: Date = clock.now(), secret?: string): StripeCall => {
      const body = JSON.stringify(event)
      return { body, headers: signStripe(body, at, secret) }
    },
    setOutage(next: typeof outage) {
      outage = next
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>
