import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { spawnServer } from '../../tests/support/server/spawn-server.ts'
import { startStripeDouble, type StripeCall } from './testing.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const minute = 60_000

let now = Date.parse('2027-03-01T12:00:00Z')
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let product: Awaited<ReturnType<typeof openPaymentProduct>>

beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  stripe = await startStripeDouble(clock)
  product = await openPaymentProduct({
    provider: 'stripe',
    host: 'api.stripe.com',
    double: stripe,
    clock,
    wait: (ms) => void (now += ms),
    settings: {
      enable_stripe: true,
      stripe_secret_key: stripe.secretKey,
      stripe_webhook_id: stripe.signingSecret,
    },
    env: { SECRET_KEY },
  })
})
afterAll(() => product.stop())

const countsOf = async (reference: string) => {
  const { rows } = await product.server.pool.query(
    `select (select count(*)::int from payments.event e where e.payment = p.id and e.kind = 'paid') as paid,
            (select count(*)::int from coins.transfer where scope = 'payments' and starts_with(key, $1::text)) as credits,
            (select count(*)::int from payments.document d where d.payment = p.id) as receipts
     from payments.payment p where p.reference = $1::uuid`,
    [reference],
  )
  return rows[0] as unknown
}

/** Backends that wait for a lock that the test holds. */
const blocked = async () => {
  const { rows } = await product.server.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

const isGone = async (pids: readonly number[]) => {
  const { rowCount } = await product.server.pool.query('select from pg_stat_activity where pid = any($1)', [
    pids,
  ])
  return rowCount === 0
}

/** Two calls of Stripe reach a process, which is killed while both wait within their transactions. */
const killWithin = async (lock: string, calls: readonly StripeCall[]) => {
  const { databaseUrl, dataDir } = product.server.config
  const child = spawnServer({ databaseUrl: databaseUrl ?? '', dataDir, secretKey: SECRET_KEY })
  const address = `http://127.0.0.1:${await child.port}/api/payments/webhooks/stripe`
  const holder = await product.server.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock)
    const answers = calls.map(({ body, headers }) =>
      fetch(address, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 'lost' as const,
      ),
    )
    await expect
      .poll(async () => (await blocked()).length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(calls.length)
    const pids = await blocked()
    child.kill()
    expect(await child.signal()).toBe('SIGKILL')
    expect(await Promise.all(answers)).toEqual(calls.map(() => 'lost'))
    await holder.query('rollback')
    await expect.poll(() => isGone(pids), { timeout: 60_000 }).toBe(true)
  } finally {
    holder.release()
  }
}

it.each([
  ['before anything is written', 'lock table payments.event in exclusive mode'],
  ['between the fact and the coins', 'lock table coins.entry in exclusive mode'],
  ['between the coins and the receipt', 'lock table payments.document in exclusive mode'],
])(
  '[PMT21] a process killed %s has credited nothing, and both ways to go on credit once',
  async (_when, lock) => {
    const [replayed, asked] = [await product.order(), await product.order()]
    const events = [stripe.pay(replayed.checkout), stripe.pay(asked.checkout)]
    // The killed process has the time of this machine.
    const signed = events.map((event) => stripe.sign(event, new Date()))
    await killWithin(lock, signed)
    const nothing = { paid: 0, credits: 0, receipts: 0 }
    for (const order of [replayed, asked]) {
      expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
      expect(await countsOf(order.id)).toEqual(nothing)
    }

    const [again] = events
    if (!again) throw new Error('no event')
    for (let times = 0; times < 2; times += 1) expect(await product.deliver(stripe.sign(again))).toBe(200)
    // The other call never comes again, so the job asks.
    product.wait(2 * minute)
    await product.settle()
    const once = { paid: 1, credits: 1, receipts: 1 }
    for (const order of [replayed, asked]) {
      expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
      expect(await countsOf(order.id)).toEqual(once)
    }
    expect(await product.audit()).toEqual({ total: 0, wrong: 0 })
  },
  180_000,
)
