import { defineEndpoint, defineEvent } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** A wave was kept. */
export const waved = defineEvent('hello:waved', z.object({ id: z.uuid(), person: z.uuid() }))

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
    waves: z.array(
      z.object({
        id: z.uuid(),
        person: z.uuid(),
        /** Null once the account is gone. */
        name: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
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

export const certify = defineEndpoint({
  method: 'POST',
  path: '/api/hello/certificates',
  summary: 'Keep a certificate of how many waves there are',
  access: { user: true },
  reply: z.object({ id: z.string() }),
  limit: 10,
})

export const readCertificate = defineEndpoint({
  method: 'GET',
  path: '/api/hello/certificates/:id',
  summary: 'A certificate of one’s own',
  access: { user: true },
  params: z.strictObject({ id: z.uuid() }),
  reply: z.object({ text: z.string() }),
  fails: { HELLO_NO_CERTIFICATE: 404 },
})

export const readNews = defineEndpoint({
  method: 'GET',
  path: '/api/hello/news',
  summary: 'The newest release of Node, from GitHub',
  access: { user: true },
  reply: z.object({ release: z.string().nullable() }),
  limit: 30,
})
