import { toDecimal } from '@spawnpoint/contracts/payments/schemas'
import { testPaymentProvider, type PaymentHarness } from '@spawnpoint/sdk/testing/payments'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { startPayPalDouble } from './testing.ts'

const amountOf = ({ currency = 'EUR', amount = 1000 }: { currency?: string; amount?: number }) => ({
  currency_code: currency,
  value: toDecimal(amount, currency),
})

async function open(): Promise<PaymentHarness> {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const clock = { now: () => new Date(now) }
  const paypal = await startPayPalDouble(clock)
  const product = await openPaymentProduct({
    provider: 'paypal',
    host: 'api-m.paypal.com',
    double: paypal,
    clock,
    wait: (ms) => void (now += ms),
    settings: {
      enable_paypal: true,
      paypal_client_id: paypal.clientId,
      paypal_client_secret: paypal.clientSecret,
      paypal_webhook_id: paypal.webhookId,
    },
  })
  const cents = (amount: number) => toDecimal(amount, 'EUR')
  return {
    ...product,
    ordersOf: async (key) => paypal.ordersOf(await product.referenceOf(key)).length,
    provider: {
      refusesOld: false,
      settlesByRefund: true,
      signatureHeaders: ['paypal-transmission-sig'],
      pay: ({ checkout }, wrong) => paypal.pay(checkout, wrong && amountOf(wrong)),
      decline: ({ checkout }) => paypal.decline(checkout),
      payLater: ({ checkout }) => paypal.payLater(checkout),
      arrive: ({ checkout }) => paypal.arrive(checkout),
      bounce: ({ checkout }) => paypal.bounce(checkout),
      expire: ({ checkout }) => paypal.expire(checkout),
      refund: ({ checkout }, amount) => paypal.refund(checkout, cents(amount)),
      failRefund: paypal.failRefund,
      dispute: ({ checkout }, amount) => paypal.dispute(checkout, cents(amount)),
      closeDispute: paypal.closeDispute,
      foreign: (reference) =>
        reference === undefined
          ? { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'OTHER' } }
          : paypal.foreign(reference),
      isForeignCaptured: paypal.isForeignCaptured,
      sign: (event) => paypal.sign(event),
      forge: (event) => {
        const { body, headers } = paypal.sign(event)
        return { body, headers: { ...headers, 'paypal-transmission-sig': 'forged' } }
      },
      signOld: (event) => {
        const { body, headers } = paypal.sign(event)
        return {
          body,
          headers: { ...headers, 'paypal-transmission-time': new Date(now - 360_000).toISOString() },
        }
      },
      refundsOf: ({ checkout }) => paypal.refundsOf(checkout).length,
      setOutage: paypal.setOutage,
    },
  }
}

testPaymentProvider('PayPal', open)
