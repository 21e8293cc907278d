import { defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { delivery, deliveryDetails, edit, list } from './endpoints.ts'
import { deliveryStatuses } from './schemas.ts'

const params = z.strictObject({ plugin: z.string().min(1).max(60) })
const oneDelivery = params.extend({ delivery: z.uuid() })

export const listPluginDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/plugins/:plugin/deliveries',
  summary: 'What a plugin sent, newest first',
  access: list,
  params,
  query: listQuery({ filters: { status: z.enum(deliveryStatuses) } }),
  reply: listReply(delivery.extend({ host: z.string() })),
  fails: { BAD_CURSOR: 400 },
})

export const readPluginDelivery = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/plugins/:plugin/deliveries/:delivery',
  summary: 'One message of a plugin with its attempts and the last answer',
  access: list,
  params: oneDelivery,
  reply: z.object({ item: deliveryDetails }),
  fails: { NOT_FOUND: 404 },
})

export const replayPluginDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/plugins/:plugin/deliveries/:delivery/replay',
  summary: 'Send a message of a plugin again, with the same id',
  access: edit,
  params: oneDelivery,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, WEBHOOKS_UNDER_WAY: 409, WEBHOOKS_NOT_ACTIVE: 409 },
})

export const readPluginAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/plugins/:plugin/addresses',
  summary: 'Where a plugin sends, by host, the paused ones first; no address is in the reply',
  access: list,
  params,
  reply: z.object({
    addresses: z.array(
      z.object({
        id: z.uuid(),
        host: z.string(),
        failingSince: z.iso.datetime().nullable(),
        pausedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
})

export const resumePluginAddress = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/plugins/:plugin/addresses/:address/resume',
  summary: 'Send to a paused address of a plugin again, first what was held meanwhile',
  access: edit,
  params: params.extend({ address: z.uuid() }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})
