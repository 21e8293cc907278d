import type { Page } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { callApi, firstId } from './call-api.ts'

export const payments = '/api/payments/payments'

const secret = 'whsec_journeys'

interface Offer {
  readonly currency: string
  readonly coinsPerUnit: number
  readonly min: number
}

/** Stripe's message that an order was paid, as it signs it. */
const paid = (reference: string, currency: string, amount: number) => {
  const seconds = Math.floor(new Date().getTime() / 1000)
  const session = {
    id: 'cs_test_journeys',
    object: 'checkout.session',
    client_reference_id: reference,
    metadata: { reference },
    currency: currency.toLowerCase(),
    amount_total: amount,
    payment_intent: 'pi_journeys',
    payment_status: 'paid',
    status: 'complete',
    created: seconds,
  }
  const event = {
    id: 'evt_journeys',
    object: 'event',
    type: 'checkout.session.completed',
    created: seconds,
    data: { object: session },
  }
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${seconds},v1=${signature}`,
    },
  }
}

/** The customer orders coins while Stripe can't be reached, and Stripe says later that they were paid. */
export const buyCoins = async (admin: Page, customer: Page): Promise<void> => {
  await callApi(admin, 'PATCH', '/api/settings', {
    values: {
      credits_recharge_enabled: true,
      enable_stripe: true,
      stripe_secret_key: 'sk_test_journeys',
      stripe_webhook_id: secret,
      company_name: 'Example Hosting',
    },
  })
  const { currency, coinsPerUnit, min } = (await callApi(
    customer,
    'GET',
    '/api/payments/offer',
  )) as unknown as Offer
  const units = Math.ceil(min / coinsPerUnit)
  const amount = units * 100
  const order = { provider: 'stripe', coins: units * coinsPerUnit, bonus: 0, currency, amount }
  await callApi(customer, 'POST', payments, { ...order, requestKey: crypto.randomUUID() }).catch(
    (error: unknown) => {
      if (!String(error).includes('PAYMENTS_UNAVAILABLE')) throw error
    },
  )
  const message = paid(await firstId(customer, payments), currency, amount)
  const status = await customer.evaluate(
    async ({ body, headers }) =>
      (await fetch('/api/payments/webhooks/stripe', { method: 'POST', body, headers })).status,
    message,
  )
  if (status !== 200) throw new Error(`the message of the payment was refused with ${status}`)
}

/** The id of the receipt of a payment. */
export const findReceipt = async (customer: Page, payment: string): Promise<string> => {
  const { documents } = (await callApi(customer, 'GET', `${payments}/${payment}`)) as unknown as {
    documents: readonly { readonly id: string }[]
  }
  const [receipt] = documents
  if (!receipt) throw new Error('the payment has no receipt')
  return receipt.id
}
