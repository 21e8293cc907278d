import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** How long each kept bucket is, and for how long it is kept. */
export const usageSpans = {
  day: { minutes: 5, hours: 24 },
  month: { minutes: 120, hours: 720 },
} as const
export type UsageSpan = keyof typeof usageSpans

const amounts = z.object({ average: z.array(z.number()), highest: z.array(z.number()) })
const rates = z.object({
  average: z.array(z.number().nullable()),
  highest: z.array(z.number().nullable()),
})

const call = {
  method: 'GET',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ span: z.enum(['day', 'month']) }),
  /** Each list has an entry for each bucket in which the game ran and was measured, oldest first. */
  reply: z.object({
    from: z.number(),
    to: z.number(),
    bucketMs: z.number(),
    /** Where each bucket begins. */
    at: z.array(z.number()),
    cpu: amounts,
    memory: amounts,
    disk: amounts,
    received: rates,
    sent: rates,
  }),
} as const

const failures = { NOT_FOUND: 404, SERVERS_NO_CONSOLE: 409 } as const

export const readUsageHistory = defineEndpoint({
  ...call,
  path: '/api/servers/:id/usage',
  summary: 'Read what one of my servers used',
  access: { user: true },
  fails: failures,
})

export const readAnyUsageHistory = defineEndpoint({
  ...call,
  path: '/api/servers/all/:id/usage',
  summary: 'Read what the server of anyone used',
  access: { permission: 'admin.servers.edit' },
  fails: { ...failures, SERVERS_EXCEEDS_OWN: 403 },
})
