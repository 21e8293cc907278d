import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const view = { permission: 'plugin.discord-notifications.view' } as const
const send = { permission: 'plugin.discord-notifications.send' } as const

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why nothing arrived. */
export const deliveryProblems = ['WEBHOOK_GONE', 'REFUSED', 'LIMITED', 'UNREACHABLE', 'NOT_SENT'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

const delivery = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  problem: z.enum(deliveryProblems).nullable(),
  httpStatus: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
})
export type DeliveryView = z.output<typeof delivery>

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/discord-notifications/deliveries',
  summary: 'What was sent to Discord, newest first',
  access: view,
  query: z.strictObject({
    status: z.enum(deliveryStatuses).optional(),
    /** The id of the last one that was seen. */
    before: z.uuid().optional(),
  }),
  reply: z.object({ deliveries: z.array(delivery), hasMore: z.boolean(), isConfigured: z.boolean() }),
})

export const replayDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/discord-notifications/deliveries/:id/replay',
  summary: 'Send a message to Discord once more',
  access: send,
  params: z.strictObject({ id: z.uuid() }),
  reply: z.object({}),
  fails: {
    DISCORD_NOTIFICATIONS_UNKNOWN: 404,
    DISCORD_NOTIFICATIONS_PENDING: 409,
    DISCORD_NOTIFICATIONS_PAUSED: 409,
    DISCORD_NOTIFICATIONS_NOT_CONFIGURED: 409,
  },
})

export const sendTest = defineEndpoint({
  method: 'POST',
  path: '/api/discord-notifications/test',
  summary: 'Send a test message to Discord',
  access: send,
  reply: z.object({ id: z.uuid() }),
  fails: { DISCORD_NOTIFICATIONS_NOT_CONFIGURED: 409, DISCORD_NOTIFICATIONS_FULL: 409 },
})
