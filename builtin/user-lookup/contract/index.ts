import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** Fewer characters would list everybody. */
export const SHORTEST = 3

export const findPeople = defineEndpoint({
  method: 'GET',
  path: '/api/user-lookup',
  summary: 'Find people by a part of their username',
  access: { user: true },
  query: z.strictObject({ text: z.string().trim().min(SHORTEST).max(64) }),
  reply: z.object({
    people: z.array(z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() })),
  }),
  fails: { LOOKUP_TOO_MANY: 429 },
})
