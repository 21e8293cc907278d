import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { permission: 'admin.egg.list' } as const

export const listBrokenEggs = defineEndpoint({
  method: 'GET',
  path: '/api/servers/broken-eggs',
  summary: 'Eggs that the game panel builds no server of, as they were when they were last looked at',
  access,
  reply: z.object({ eggs: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
})

export const checkEgg = defineEndpoint({
  method: 'GET',
  path: '/api/servers/eggs/:id/check',
  summary: 'Whether the game panel builds servers of an egg, and which variables its customers cannot change',
  access,
  params: z.strictObject({ id: z.uuid() }),
  reply: z.object({
    /** `away`: the panel does not say. */
    state: z.enum(['fine', 'broken', 'missing', 'away']),
    /** Names of variables that the panel fails on. */
    broken: z.array(z.string()),
    /** Names of variables that keep their defaults, since only the panel can check their patterns. */
    kept: z.array(z.string()),
  }),
  fails: { NOT_FOUND: 404 },
})
