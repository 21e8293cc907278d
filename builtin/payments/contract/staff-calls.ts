import { defineEndpoint, listQuery, listReply, plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { paymentDetail, paymentRow, paymentStates, readReceipt } from './customer-calls.ts'

const list = { permission: 'admin.payments.list' } as const
const reference = z.strictObject({ id: z.uuid() })
const person = z.object({ id: z.uuid(), username: z.string().nullable() })

export const listAllPayments = defineEndpoint({
  method: 'GET',
  path: '/api/payments/staff/payments',
  summary: 'List all payments, newest first; the search looks for a reference or a customer',
  access: list,
  query: listQuery({ filters: { state: z.enum(paymentStates), owed: z.enum(['true']) } }),
  reply: listReply(paymentRow.extend({ user: person })),
  fails: { BAD_CURSOR: 400 },
})

export const readPaymentFigures = defineEndpoint({
  method: 'GET',
  path: '/api/payments/staff/figures',
  summary:
    'Payments of the last 30 days in the currency of the instance, payments in review, and coins that are owed',
  access: list,
  reply: z.object({
    currency: z.string(),
    received: z.number().int(),
    returned: z.number().int(),
    review: z.number().int(),
    /** Both are in review. */
    held: z.number().int(),
    disputed: z.number().int(),
    owed: z.number().int(),
  }),
})

export const readAnyPayment = defineEndpoint({
  method: 'GET',
  path: '/api/payments/staff/payments/:id',
  summary: 'Read a payment with customer, timeline, receipts and what can be refunded',
  access: list,
  params: reference,
  reply: paymentDetail.extend({
    user: person,
    /** The provider's id of its checkout. */
    checkout: z.string().nullable(),
    refundable: z.object({ currency: z.string(), amount: z.number().int() }).nullable(),
    /** By entry of the timeline: who said so, and what the provider added. */
    notes: z.array(
      z.object({
        id: z.string(),
        source: z.enum(['webhook', 'asked', 'product', 'staff']),
        by: z.string().nullable(),
        reference: z.string(),
        detail: z.string().nullable(),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})

export const checkAnyPayment = defineEndpoint({
  method: 'POST',
  path: '/api/payments/staff/payments/:id/checks',
  summary: 'Ask the provider about a payment',
  access: list,
  params: reference,
  reply: z.object({ state: z.enum(paymentStates) }),
  fails: { NOT_FOUND: 404, PAYMENTS_UNAVAILABLE: 503 },
  limit: 30,
})

export const refundPayment = defineEndpoint({
  method: 'POST',
  path: '/api/payments/staff/payments/:id/refunds',
  summary: 'Refund an amount of a payment; its coins are taken back at once',
  access: { permission: 'admin.payments.refund' },
  params: reference,
  body: z.strictObject({ amount: z.number().int().min(1), note: plainText(1, 200), requestKey: z.uuid() }),
  reply: z.object({ state: z.enum(paymentStates) }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    PAYMENTS_OWN: 403,
    NOT_FOUND: 404,
    PAYMENTS_NOT_REFUNDABLE: 409,
    PAYMENTS_REFUND_TOO_LARGE: 409,
    PAYMENTS_KEY_REUSED: 422,
  },
})

export const resolvePayment = defineEndpoint({
  method: 'POST',
  path: '/api/payments/staff/payments/:id/resolutions',
  summary: 'End the review of a payment; it moves neither money nor coins',
  access: { permission: 'admin.payments.refund' },
  params: reference,
  body: z.strictObject({ note: plainText(1, 200) }),
  reply: z.object({ state: z.enum(paymentStates) }),
  fails: { NOT_FOUND: 404, PAYMENTS_OWN: 403, PAYMENTS_NOT_HELD: 409 },
  limit: 30,
})

/** Receipts and credit notes of a year or month as CSV, with the tax of each; a link, not a call. */
export const documentsFile = {
  path: '/api/payments/staff/documents.csv',
  permission: 'admin.payments.list',
} as const

/** A year such as `2027`, or a month such as `2027-03`. */
export const documentsPeriod = z.string().regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/)

export const readAnyReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/payments/staff/documents/:id',
  summary: 'Read a receipt or credit note as it was issued',
  access: list,
  params: reference,
  reply: readReceipt.reply,
  fails: { NOT_FOUND: 404 },
})
