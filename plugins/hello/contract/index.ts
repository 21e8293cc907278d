import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const greeting = defineEndpoint({
  method: 'GET',
  path: '/api/hello/greeting',
  summary: 'The time on the server, as a greeting, and what there is to tell',
  access: { user: true },
  reply: z.object({
    at: z.iso.datetime(),
    /** The operator's notice on the dashboard; empty for none. */
    notice: z.string(),
    /** Waves of everybody, of the last days. */
    waves: z.number().int(),
    /** When we waved at this person: they had just registered. */
    welcomedAt: z.iso.datetime().nullable(),
  }),
})

export const wave = defineEndpoint({
  method: 'POST',
  path: '/api/hello/waves',
  summary: 'Wave',
  access: { user: true },
  reply: z.object({ id: z.uuid() }),
  limit: 60,
})

export const listWaves = defineEndpoint({
  method: 'GET',
  path: '/api/hello/waves',
  summary: 'Who has waved, newest first',
  access: { permission: 'plugin.hello.waves' },
  query: z.strictObject({ before: z.uuid().optional() }),
  reply: z.object({
    waves: z.array(z.object({ id: z.uuid(), person: z.uuid(), at: z.iso.datetime() })),
    hasMore: z.boolean(),
  }),
})

export const shareWaves = defineEndpoint({
  method: 'POST',
  path: '/api/hello/share',
  summary: 'The number of waves, for a page elsewhere that knows the key',
  access: { public: 'The key that the operator has set stands for the caller', origin: 'signature' },
  body: z.strictObject({ key: z.string().max(100) }),
  reply: z.object({ waves: z.number().int() }),
  fails: { HELLO_KEY_WRONG: 403 },
  limit: 30,
})
