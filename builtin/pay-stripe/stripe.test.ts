import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { startStripeDouble, type StripeCall, type StripeDouble } from './testing.ts'

let server: TestServer
let stripe: StripeDouble
let now = Date.parse('2027-03-01T12:00:00Z')
const clock = { now: () => new Date(now) }
const minute = 60_000

const set = (values: Readonly<Record<string, unknown>>) => server.server.core.settings.write(values)

beforeAll(async () => {
  server = await startTestServer({ clock })
  stripe = await startStripeDouble(clock)
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (address.hostname !== 'api.stripe.com') return fetch(input, init)
    return fetch(`${stripe.url}${address.pathname}${address.search}`, init)
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stripe.close()
  await server.stop()
})
beforeEach(async () => {
  await server.pool.query('delete from kernel.rate')
  await set({
    credits_recharge_enabled: true,
    currency: 'EUR',
    enable_stripe: true,
    stripe_secret_key: stripe.secretKey,
    stripe_webhook_id: stripe.signingSecret,
  })
})
afterEach(() => stripe.setOutage('none'))

type Customer = Awaited<ReturnType<TestServer['signIn']>>

const startBy = ({ api }: Customer, over: object = {}) =>
  api.post('/api/payments/payments', {
    provider: 'stripe',
    coins: 1000,
    bonus: 0,
    currency: 'EUR',
    amount: 1000,
    requestKey: randomUUID(),
    ...over,
  })

async function order(over: object = {}) {
  const customer = await server.signIn()
  const { status, body } = await startBy(customer, over)
  expect(status, JSON.stringify(body)).toBe(200)
  const checkout = String(body['address']).split('/').at(-1) ?? ''
  return { ...customer, id: String(body['id']), checkout }
}
type Ordered = Awaited<ReturnType<typeof order>>

const deliver = async ({ body, headers }: StripeCall) => {
  const answer = await fetch(`${server.url}/api/payments/webhooks/stripe`, { method: 'POST', headers, body })
  return answer.status
}
const balanceOf = async ({ api }: Ordered) => (await api.get('/api/coins/balance')).body['balance']
const stateOf = async ({ api, id }: Ordered) => (await api.get(`/api/payments/payments/${id}`)).body['state']

async function runSettle() {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'payments', job: 'settle', payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'payments' and payload ->> 'job' = 'settle'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}

describe('payments by Stripe', () => {
  it('[PAS1] credits once its signed webhook says that the order was paid', async () => {
    const paying = await order()
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([0, 'started'])
    expect(await deliver(stripe.sign(stripe.pay(paying.checkout)))).toBe(200)
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
  })

  it('[PMT4] settles without any webhook', async () => {
    const paying = await order()
    stripe.pay(paying.checkout)
    await runSettle()
    expect(await balanceOf(paying)).toBe(0)
    now += 2 * minute
    await runSettle()
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
  })

  it('[PAS6] learns of the refund of a second checkout of the order without any webhook', async () => {
    const paying = await order()
    await deliver(stripe.sign(stripe.pay(paying.checkout)))
    const second = stripe.payAgain(paying.checkout)
    await deliver(stripe.sign(second.event))
    expect(await stateOf(paying)).toBe('held')
    stripe.refund(second.checkout, 1000)
    now += 25 * 60 * minute
    await runSettle()
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
  })

  it('[PAS5] reads that a payment which takes days has failed, without any webhook', async () => {
    const paying = await order()
    stripe.payLater(paying.checkout)
    now += 2 * minute
    await runSettle()
    expect(await stateOf(paying)).toBe('pending')
    stripe.bounce(paying.checkout)
    expect((await paying.api.post(`/api/payments/payments/${paying.id}/checks`)).body['state']).toBe('failed')
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([0, 'failed'])
  })

  it('[PAS5] leaves a checkout open whose card was declined', async () => {
    const paying = await order()
    expect(await deliver(stripe.sign(stripe.decline(paying.checkout)))).toBe(200)
    await paying.api.post(`/api/payments/payments/${paying.id}/checks`)
    expect(await stateOf(paying)).toBe('started')
    expect(await deliver(stripe.sign(stripe.pay(paying.checkout)))).toBe(200)
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
  })

  it('[PMT8] learns by asking that an appeal has turned a dispute round', async () => {
    const paying = await order()
    await deliver(stripe.sign(stripe.pay(paying.checkout)))
    const { api } = await server.signIn({ permissions: ['admin.payments.list'] })
    const ask = async () => (await api.post(`/api/payments/staff/payments/${paying.id}/checks`)).body['state']
    const { id, event } = stripe.dispute(paying.checkout, 1000)
    await deliver(stripe.sign(event))
    for (const [outcome, state, balance] of [
      ['lost', 'refunded', 0],
      ['won', 'paid', 1000],
      ['lost', 'refunded', 0],
    ] as const) {
      now += minute
      stripe.closeDispute(id, outcome)
      expect([await ask(), await balanceOf(paying)]).toEqual([state, balance])
    }
  })

  it.each(['by its webhook', 'by asking'])(
    '[PAS7] gives back the part of a lost dispute that was won, learned %s',
    async (way) => {
      const paying = await order()
      await deliver(stripe.sign(stripe.pay(paying.checkout)))
      const { api } = await server.signIn({ permissions: ['admin.payments.list'] })
      const ask = () => api.post(`/api/payments/staff/payments/${paying.id}/checks`)
      const { id, event } = stripe.dispute(paying.checkout, 1000)
      await deliver(stripe.sign(event))
      now += minute
      if (way === 'by its webhook') {
        await deliver(stripe.sign(stripe.closeDispute(id, 'lost')))
        expect([await balanceOf(paying), await stateOf(paying)]).toEqual([0, 'refunded'])
      }
      now += minute
      const reinstated = stripe.reinstate(id, 400)
      if (way === 'by its webhook') await deliver(stripe.sign(reinstated))
      else await ask()
      expect([await balanceOf(paying), await stateOf(paying)]).toEqual([400, 'partly-refunded'])
      await ask()
      expect([await balanceOf(paying), await stateOf(paying)]).toEqual([400, 'partly-refunded'])
    },
  )

  it('[PAS8] takes a refund that was made at Stripe beside the dispute that is open', async () => {
    const paying = await order()
    await deliver(stripe.sign(stripe.pay(paying.checkout)))
    const { event } = stripe.dispute(paying.checkout, 400)
    await deliver(stripe.sign(event))
    now += minute
    await deliver(stripe.sign(stripe.refund(paying.checkout, 400).event))
    expect(await balanceOf(paying)).toBe(200)
  })

  it('[PAS7] takes nothing for a dispute that was prevented without money', async () => {
    const paying = await order()
    await deliver(stripe.sign(stripe.pay(paying.checkout)))
    await deliver(stripe.sign(stripe.dispute(paying.checkout, 1000, 'prevented').event))
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
  })

  it('[PAS3] refuses every webhook while the signing secret is empty, and offers nothing', async () => {
    const paying = await order()
    const event = stripe.pay(paying.checkout)
    await set({ stripe_webhook_id: '' })
    expect(await deliver(stripe.sign(event))).toBe(404)
    expect(await deliver(stripe.sign(event, clock.now(), ''))).toBe(404)
    expect(await balanceOf(paying)).toBe(0)
    const { body } = await startBy(paying)
    expect(body.error_code).toBe('PAYMENTS_NO_PROVIDER')
    expect((await paying.api.get('/api/payments/offer')).body['providers']).toEqual([])
  })

  it('[PAS1] refuses what is unsigned, signed by others, changed or older than five minutes', async () => {
    const paying = await order()
    const event = stripe.pay(paying.checkout)
    const right = stripe.sign(event)
    const refused: readonly StripeCall[] = [
      { ...right, headers: { 'content-type': 'application/json' } },
      { ...right, headers: { ...right.headers, 'stripe-signature': '' } },
      { ...right, headers: { ...right.headers, 'stripe-signature': 't=1,v1=00' } },
      { ...right, body: right.body.replace('1000', '1001') },
      { ...right, body: ` ${right.body}` },
      { ...right, body: '' },
      stripe.sign(event, clock.now(), 'whsec_other'),
      stripe.sign(event, new Date(now - 6 * minute)),
    ]
    for (const call of refused) expect(await deliver(call)).toBe(400)
    expect([await balanceOf(paying), await stateOf(paying)]).toEqual([0, 'started'])
    expect(await deliver(right)).toBe(200)
    expect(await balanceOf(paying)).toBe(1000)
  })

  it('[PAS2] finds the checkout whose answer was lost', async () => {
    const customer = await server.signIn()
    const requestKey = randomUUID()
    stripe.setOutage('lost-answers')
    expect((await startBy(customer, { requestKey })).body.error_code).toBe('PAYMENTS_UNAVAILABLE')
    stripe.setOutage('none')
    const { body } = await startBy(customer, { requestKey })
    expect(body['address']).toContain('https://checkout.stripe.com/')
    expect(stripe.sessionsOf(String(body['id']))).toHaveLength(1)
  })

  it('[PAS4] tells Stripe amounts in its own units', async () => {
    for (const [currency, perUnit, amount, told] of [
      ['JPY', 1, 1000, 1000],
      ['ISK', 1, 1000, 100_000],
      ['KWD', 1000, 1000, 1000],
    ] as const) {
      await set({ currency, payments_coins_per_unit: perUnit })
      const paying = await order({ currency, amount })
      expect(stripe.sessionsOf(paying.id)).toMatchObject([
        { amount_total: told, currency: currency.toLowerCase() },
      ])
      await deliver(stripe.sign(stripe.pay(paying.checkout)))
      expect([await balanceOf(paying), await stateOf(paying)]).toEqual([1000, 'paid'])
    }
    await set({ payments_coins_per_unit: 100 })
  })
})
