import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { deliveryProblems, deliveryStatuses } from './schemas.ts'

export const list = { permission: 'admin.webhooks.list', alternatives: ['admin.webhooks.edit'] } as const
export const edit = { permission: 'admin.webhooks.edit' } as const
const params = z.strictObject({ id: rowId })
const oneDelivery = params.extend({ delivery: z.uuid() })

const attempt = z.object({
  at: z.iso.datetime(),
  ms: z.number().int(),
  status: z.number().int().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
})
export type Attempt = z.output<typeof attempt>

export const delivery = z.object({
  id: z.uuid(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  problem: z.enum(deliveryProblems).nullable(),
  httpStatus: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  /** When it is tried again. */
  nextAt: z.iso.datetime().nullable(),
})
export type DeliveryView = z.output<typeof delivery>

export const deliveryDetails = delivery.extend({
  body: z.string(),
  response: z.string().nullable(),
  log: z.array(attempt),
})

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'What was sent to a webhook, newest first',
  access: list,
  params,
  query: listQuery({ filters: { status: z.enum(deliveryStatuses) } }),
  reply: listReply(delivery),
  fails: { BAD_CURSOR: 400, NOT_FOUND: 404 },
})

export const readDelivery = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries/:delivery',
  summary: 'One message with its attempts and the last answer',
  access: list,
  params: oneDelivery,
  reply: z.object({ item: deliveryDetails }),
  fails: { NOT_FOUND: 404 },
})

export const replayDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:delivery/replay',
  summary: 'Send a message again, with the same id',
  access: edit,
  params: oneDelivery,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, WEBHOOKS_UNDER_WAY: 409, WEBHOOKS_NOT_ACTIVE: 409 },
})

export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a test message once, also while the webhook is paused',
  access: edit,
  params,
  reply: z.object({ delivery: z.uuid() }),
  fails: { NOT_FOUND: 404 },
  limit: 20,
})

export const resumeWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  summary: 'Send to a paused webhook again, first what was held meanwhile',
  access: edit,
  params,
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

const secret = z.object({ secret: z.string(), previousUntil: z.iso.datetime().nullable() })

export const showSecret = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  summary: 'Show the signing secret; needs recent reauthentication',
  access: edit,
  params,
  reply: secret,
  fails: { NOT_FOUND: 404, REAUTHENTICATION_REQUIRED: 403 },
})

export const replaceSecret = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret/replace',
  summary:
    'Make a new signing secret; messages carry both signatures for a day. Needs recent reauthentication',
  access: edit,
  params,
  reply: secret,
  fails: { NOT_FOUND: 404, REAUTHENTICATION_REQUIRED: 403 },
})
