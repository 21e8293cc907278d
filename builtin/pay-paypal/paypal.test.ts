import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { startPayPalDouble, type PayPalDouble } from './testing.ts'

let paypal: PayPalDouble
let product: Awaited<ReturnType<typeof openPaymentProduct>>
let now = Date.parse('2027-03-01T12:00:00Z')
const clock = { now: () => new Date(now) }
const minute = 60_000

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
