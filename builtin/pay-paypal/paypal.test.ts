import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { startPayPalDouble, type PayPalDouble } from './testing.ts'

let paypal: PayPalDouble
let product: Awaited<ReturnType<typeof openPaymentProduct>>
const clock = { now: () => new Date('2027-03-01T12:00:00Z') }

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

it('[PAP3] is not offered without the id of its webhook', async () => {
  const order = await product.order()
  const delivery = paypal.sign(paypal.pay(order.checkout))
  await product.set({ paypal_webhook_id: '' })
  expect(await product.tryOrder(randomUUID())).toBe('PAYMENTS_NO_PROVIDER')
  expect(await product.deliver(delivery)).toBe(404)
  expect(await product.standing(order)).toMatchObject({ state: 'started', balance: 0 })
})
