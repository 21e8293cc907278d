import { coins, defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { billingDetails, countryCode, countryTax } from './billing.ts'
import { factKinds } from './provider.ts'
import { coinPackage } from './settings.ts'

const flag = 'credits_recharge_enabled'
const amount = z.number().int().min(0)
const provider = z.object({ id: z.string(), name: z.string() })
const reference = z.strictObject({ id: z.uuid() })

/**
 * `started`: nothing is known yet. `pending`: paid by a method that takes days. `held`: what was paid is not what was ordered,
 * and staff look at it.
 */
export const paymentStates = [
  'started',
  'pending',
  'paid',
  'held',
  'failed',
  'expired',
  'partly-refunded',
  'refunded',
  'disputed',
] as const

/** Beside what providers report: what we did. */
export const timelineKinds = [
  ...factKinds,
  'started',
  'credited',
  'taken',
  'refund-requested',
  'refund-refused',
  'resolved',
] as const

const document = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(['receipt', 'credit-note']),
  amount: z.number().int(),
  at: z.iso.datetime(),
})

export const paymentRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  provider,
  currency: z.string(),
  amount,
  coins,
  state: z.enum(paymentStates),
})

export const paymentDetail = paymentRow.extend({
  tax: amount,
  bonus: coins,
  /** Coins of this payment that the account has now. */
  credited: coins,
  /** Coins that go back to the product as soon as the account has them. */
  owed: coins,
  /** Where the customer can still pay. */
  address: z.string().nullable(),
  timeline: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(timelineKinds),
      at: z.iso.datetime(),
      money: z.object({ currency: z.string(), amount }).nullable(),
      coins: coins.nullable(),
    }),
  ),
  documents: z.array(document),
})

export const readRechargeOffer = defineEndpoint({
  method: 'GET',
  path: '/api/payments/offer',
  summary: 'Read prices, packages, taxes and the providers that take payments now',
  access: { user: true, flag },
  reply: z.object({
    currency: z.string(),
    coinsPerUnit: z.number().int(),
    min: coins,
    max: coins,
    packages: z.array(coinPackage),
    tax: z.object({ name: z.string(), rate: z.number().int(), included: z.boolean() }),
    /** Countries with a rate of their own, in hundredths of a percent. While there are any, an order names its country. */
    countries: z.array(z.object({ country: countryCode, rate: z.number().int() })),
    /** As the last order had them; null before the first. */
    billing: billingDetails.nullable(),
    providers: z.array(provider),
    balance: coins,
    /** Coins that are owed after refunds and disputes. */
    owed: coins,
    /** For staff who may see settings; null for all others. */
    setup: z
      .array(
        z.object({
          id: z.string(),
          provider: z.string(),
          enabled: z.boolean(),
          /** Keys of settings. */
          missing: z.array(z.string()),
        }),
      )
      .nullable(),
  }),
})

/** Whether or not coins are for sale now. */
export const readOwed = defineEndpoint({
  method: 'GET',
  path: '/api/payments/owed',
  summary: 'Read how many coins are owed after refunds and disputes; coins that come in go toward them first',
  access: { user: true },
  reply: z.object({ owed: coins }),
})

/** For the settings page, which shows them as a table of their own. */
export const readPackages = defineEndpoint({
  method: 'GET',
  path: '/api/payments/packages',
  summary: 'Read packages and tax rates as they are set',
  access: { permission: 'admin.settings.view', alternatives: ['admin.settings.edit'] },
  reply: z.object({ packages: z.array(coinPackage), taxes: z.array(countryTax) }),
})

export const startPayment = defineEndpoint({
  method: 'POST',
  path: '/api/payments/payments',
  summary: 'Start a payment; the answer is the address at the provider where it is made',
  access: { user: true, flag },
  body: z.strictObject({
    provider: z.string().regex(/^[a-z][a-z\d-]{0,47}$/),
    coins: coins.min(1),
    /** As the customer saw them. */
    bonus: coins,
    currency: z.string().regex(/^[A-Z]{3}$/),
    amount: amount.min(1),
    billing: billingDetails.optional(),
    requestKey: z.uuid(),
  }),
  reply: z.object({ id: z.uuid(), address: z.url() }),
  fails: {
    PAYMENTS_NO_PROVIDER: 404,
    PAYMENTS_BOUNDS: 409,
    PAYMENTS_COUNTRY: 409,
    PAYMENTS_PRICE_CHANGED: 409,
    PAYMENTS_NOT_ACCEPTED: 409,
    PAYMENTS_OVER: 409,
    PAYMENTS_KEY_REUSED: 422,
    PAYMENTS_REFUSED: 502,
    PAYMENTS_UNAVAILABLE: 503,
  },
  limit: 10,
})

export const listPayments = defineEndpoint({
  method: 'GET',
  path: '/api/payments/payments',
  summary: 'List the own payments, newest first',
  access: { user: true },
  query: listQuery(),
  reply: listReply(paymentRow),
  fails: { BAD_CURSOR: 400 },
})

export const readPayment = defineEndpoint({
  method: 'GET',
  path: '/api/payments/payments/:id',
  summary: 'Read an own payment with its timeline and receipts',
  access: { user: true },
  params: reference,
  reply: paymentDetail,
  fails: { NOT_FOUND: 404 },
})

export const checkPayment = defineEndpoint({
  method: 'POST',
  path: '/api/payments/payments/:id/checks',
  summary: 'Ask the provider about an own payment',
  access: { user: true },
  params: reference,
  reply: z.object({ state: z.enum(paymentStates) }),
  fails: { NOT_FOUND: 404, PAYMENTS_UNAVAILABLE: 503 },
  limit: 20,
})

/** The own payments as CSV; a link, not a call. */
export const paymentsFile = '/api/payments/payments.csv'

const party = z.object({ name: z.string(), lines: z.array(z.string()), vat: z.string() })

export const readReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/payments/documents/:id',
  summary: 'Read a receipt or credit note of an own payment, as it was issued',
  access: { user: true },
  params: reference,
  reply: z.object({
    number: z.string(),
    kind: z.enum(['receipt', 'credit-note']),
    at: z.iso.datetime(),
    payment: z.uuid(),
    provider: z.string(),
    currency: z.string(),
    amount,
    tax: amount,
    taxName: z.string(),
    taxRate: z.number().int(),
    coins,
    seller: party,
    buyer: party,
    note: z.string(),
    /** The receipt that a credit note corrects. */
    corrects: z.string().nullable(),
  }),
  fails: { NOT_FOUND: 404 },
})
