import { testPaymentProvider, type PaymentHarness } from '@spawnpoint/sdk/testing/payments'
import { openPaymentProduct } from '../../tests/support/payments/open-payment-product.ts'
import { startStripeDouble } from './testing.ts'

async function open(): Promise<PaymentHarness> {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const clock = { now: () => new Date(now) }
  const stripe = await startStripeDouble(clock)
  const product = await openPaymentProduct({
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
  })
  return {
    ...product,
    ordersOf: async (key) => stripe.sessionsOf(await product.referenceOf(key)).length,
    provider: {
      refusesOld: true,
      settlesByRefund: false,
      signatureHeaders: ['stripe-signature'],
      pay: ({ checkout }, wrong) => stripe.pay(checkout, wrong),
      decline: ({ checkout }) => stripe.decline(checkout),
      payLater: ({ checkout }) => stripe.payLater(checkout),
      arrive: ({ checkout }) => stripe.arrive(checkout),
      bounce: ({ checkout }) => stripe.bounce(checkout),
      expire: ({ checkout }) => stripe.expire(checkout),
      refund: ({ checkout }, amount) => stripe.refund(checkout, amount),
      failRefund: stripe.failRefund,
      dispute: ({ checkout }, amount) => stripe.dispute(checkout, amount),
      closeDispute: stripe.closeDispute,
      foreign: (reference) =>
        stripe.event('checkout.session.completed', {
          id: 'cs_other',
          object: 'checkout.session',
          metadata: reference === undefined ? {} : { reference },
          client_reference_id: reference ?? null,
          amount_total: 1000,
          currency: 'eur',
          payment_status: 'paid',
          status: 'complete',
          payment_intent: 'pi_other',
        }),
      // Stripe's sessions are paid at once: there is nothing to capture.
      isForeignCaptured: () => false,
      sign: (event) => stripe.sign(event),
      forge: (event) => stripe.sign(event, clock.now(), 'whsec_other'),
      signOld: (event) => stripe.sign(event, new Date(now - 360_000)),
      refundsOf: ({ checkout }) => stripe.refundsOf(checkout),
      setOutage: stripe.setOutage,
    },
  }
}

testPaymentProvider('Stripe', open)
