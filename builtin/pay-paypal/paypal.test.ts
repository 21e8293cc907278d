import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { startPayPalDouble, type PayPalDouble } from './testing.ts'

let paypal: PayPalDouble
let product: Awaited<ReturnType<typeof openPaymentProduct>>
let now = Date.parse('2027-03-01T12:00:00Z')
const clock = { now: () => new Date(now) }
const minute = 60_000
const day = 24 * 60 * minute

const open = (settings: Readonly<Record<string, unknown>>) =>
  openPaymentProduct({
    provider: 'paypal',
    host: 'api-m.paypal.com',
    double: paypal,
    clock,
    wait: () => undefined,
    settings: {
      enable_paypal: true,
      paypal_client_id: paypal.clientId,
      paypal_client_secret: paypal.clientSecret,
      ...settings,
    },
  })

beforeAll(async () => {
  paypal = await startPayPalDouble(clock)
  product = await open({ paypal_webhook_id: paypal.webhookId })
})
afterAll(() => product.stop())

it('[PAP1] believes what PayPal has verified, and asks for the rest', async () => {
  const order = await product.order()
  const { body, headers } = paypal.sign(paypal.pay(order.checkout))
  expect(await product.deliver({ body, headers: { ...headers, 'paypal-transmission-sig': 'x' } })).toBe(400)
  expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
  expect(await product.deliver({ body, headers })).toBe(200)
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it('[PAP2] captures an approved order once, by whatever comes first', async () => {
  const order = await product.order()
  const delivery = paypal.sign(paypal.pay(order.checkout))
  await Promise.all([product.deliver(delivery), product.comeBack(order), product.deliver(delivery)])
  expect(paypal.ordersOf(order.id)).toMatchObject([{ status: 'COMPLETED', captures: [{}] }])
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it('[PMT4] captures no order of another shop of the same account, whatever approves it', async () => {
  expect(await product.deliver(paypal.sign(paypal.foreign(randomUUID())))).toBe(200)
  expect(paypal.isForeignCaptured()).toBe(false)
})

it('[PAP2] captures what the customer approves after a way to pay was declined', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.decline(order.checkout)))
  await product.comeBack(order)
  expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it('[PAP4] does not end a payment because PayPal does not find its order', async () => {
  const order = await product.order()
  paypal.forget(order.checkout)
  await product.comeBack(order)
  expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
  paypal.remember(order.checkout)
  paypal.pay(order.checkout)
  await product.comeBack(order)
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it('[PAP5] takes refunds and disputes of an order that PayPal no longer finds', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  paypal.forget(order.checkout)
  const refund = paypal.refund(order.checkout, '4.00')
  for (let time = 0; time < 2; time += 1) expect(await product.deliver(paypal.sign(refund.event))).toBe(200)
  expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
  const dispute = paypal.dispute(order.checkout, '6.00')
  expect(await product.deliver(paypal.sign(dispute.event))).toBe(200)
  expect(await product.standing(order)).toMatchObject({ state: 'disputed', balance: 0 })
  expect(await product.deliver(paypal.sign(paypal.closeDispute(dispute.id, 'won')))).toBe(200)
  expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
})

it('[PAP7] takes for a dispute what the customer got in the end', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  const { id, event } = paypal.dispute(order.checkout, '10.00')
  await product.deliver(paypal.sign(event))
  expect(await product.standing(order)).toMatchObject({ state: 'disputed', balance: 0 })
  await product.deliver(paypal.sign(paypal.closeDispute(id, 'lost', '4.00')))
  expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
})

it.each(['the reversal', 'the end of the dispute'])(
  '[PAP7] takes once what PayPal tells of as dispute and as reversal, of which %s comes first',
  async (first) => {
    const order = await product.order()
    await product.deliver(paypal.sign(paypal.pay(order.checkout)))
    const { id, event } = paypal.dispute(order.checkout, '4.00')
    await product.deliver(paypal.sign(event))
    now += minute
    const reverse = () => paypal.reverse(order.checkout, '4.00')
    const close = () => paypal.closeDispute(id, 'lost')
    for (const act of first === 'the reversal' ? [reverse, close] : [close, reverse]) {
      const told = act()
      now += minute
      await product.deliver(paypal.sign(told))
      expect(await product.standing(order)).toMatchObject({ balance: 600 })
    }
    expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
  },
)

it('[PAP7] takes a reversal of an order that PayPal no longer finds', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  paypal.forget(order.checkout)
  await product.deliver(paypal.sign(paypal.reverse(order.checkout, '4.00')))
  expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
})

it.each([
  ['won', { state: 'paid', balance: 1000 }],
  ['lost', { state: 'refunded', balance: 0 }],
] as const)(
  '[PAP8] takes without any webhook what a bank took back, and PayPal shows as pending, until it is %s',
  async (outcome, standing) => {
    const order = await product.order()
    await product.deliver(paypal.sign(paypal.pay(order.checkout)))
    const { id } = paypal.chargeBack(order.checkout)
    now += day
    await product.settle()
    expect(await product.standing(order)).toMatchObject({ state: 'disputed', balance: 0 })
    paypal.closeDispute(id, outcome)
    now += day
    await product.settle()
    expect(await product.standing(order)).toMatchObject(standing)
  },
)

it('[PAP8] gives nothing for what a bank took back before we heard of it, until the dispute is won', async () => {
  const order = await product.order()
  paypal.pay(order.checkout)
  const { id } = paypal.chargeBack(order.checkout)
  await product.comeBack(order)
  expect(await product.standing(order)).toMatchObject({ balance: 0 })
  paypal.closeDispute(id, 'won')
  now += day
  await product.settle()
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it.each(['in the order alone', 'as dispute alone', 'as both'])(
  '[PAP8] takes once, without any webhook, a reversal that PayPal lists %s',
  async (listed) => {
    const order = await product.order()
    paypal.pay(order.checkout)
    await product.comeBack(order)
    if (listed !== 'in the order alone') {
      const { id } = paypal.dispute(order.checkout, '4.00')
      now += minute
      paypal.closeDispute(id, 'lost')
    }
    now += minute
    if (listed !== 'as dispute alone') paypal.reverse(order.checkout, '4.00')
    for (let time = 0; time < 2; time += 1) {
      now += day
      await product.settle()
      expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
    }
  },
)

it('[PAP8] takes what the webhook of a reversal tells, also where the order does not list it', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  const reversal = paypal.reverse(order.checkout, '4.00', false)
  for (let time = 0; time < 2; time += 1) expect(await product.deliver(paypal.sign(reversal))).toBe(200)
  expect(await product.standing(order)).toMatchObject({ state: 'partly-refunded', balance: 600 })
})

it.each(['by its webhook', 'without any webhook'])(
  '[PAP9] takes what one dispute takes of several payments, %s',
  async (way) => {
    const orders = [await product.order(), await product.order({ coins: 500 })]
    for (const { checkout } of orders) await product.deliver(paypal.sign(paypal.pay(checkout)))
    const checkouts = orders.map(({ checkout }) => checkout)
    const { id, event } = paypal.disputeAll(checkouts, '15.00')
    const tell = async (told: object) => {
      if (way === 'by its webhook') return expect(await product.deliver(paypal.sign(told))).toBe(200)
      now += day
      return product.settle()
    }
    await tell(event)
    for (const order of orders)
      expect(await product.standing(order)).toMatchObject({ state: 'disputed', balance: 0 })
    await tell(paypal.closeDispute(id, 'won'))
    expect(await Promise.all(orders.map(product.standing))).toMatchObject([
      { state: 'paid', balance: 1000 },
      { state: 'paid', balance: 500 },
    ])
  },
)

it('[PMT8] counts beside a dispute that was lost what staff refund at PayPal afterwards, where it is more', async () => {
  const order = await product.order()
  await product.deliver(paypal.sign(paypal.pay(order.checkout)))
  const { id, event } = paypal.dispute(order.checkout, '4.00')
  await product.deliver(paypal.sign(event))
  now += minute
  await product.deliver(paypal.sign(paypal.closeDispute(id, 'lost')))
  now += minute
  await product.deliver(paypal.sign(paypal.refund(order.checkout, '6.00').event))
  expect(await product.standing(order)).toMatchObject({ state: 'refunded', balance: 0 })
})

it('[PAP6] learns of no disputes without the right to, and takes no other refusal for an answer', async () => {
  const order = await product.order()
  const paid = paypal.pay(order.checkout)
  paypal.answerDisputes(400)
  expect(await product.deliver(paypal.sign(paid))).toBe(500)
  paypal.answerDisputes(403)
  expect(await product.deliver(paypal.sign(paid))).toBe(200)
  paypal.answerDisputes(200)
  expect(await product.standing(order)).toMatchObject({ state: 'paid', balance: 1000 })
})

it('[PAP3] is not offered without the id of its webhook', async () => {
  const order = await product.order()
  const delivery = paypal.sign(paypal.pay(order.checkout))
  await product.set({ paypal_webhook_id: '' })
  expect(await product.tryOrder(randomUUID())).toBe('PAYMENTS_NO_PROVIDER')
  expect(await product.deliver(delivery)).toBe(404)
  expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
})
