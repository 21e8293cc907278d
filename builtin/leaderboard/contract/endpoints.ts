import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** By name, as "Hidden player", or not at all. */
export const appearances = ['named', 'hidden', 'absent'] as const
export type Appearance = (typeof appearances)[number]

const appearance = z.enum(appearances)
const access = { user: true, flag: 'leaderboard_enabled' } as const

export const readLeaderboard = defineEndpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'Read the first places of a category, and the own place',
  access,
  query: z.strictObject({ category: z.string().max(64).optional() }),
  reply: z.object({
    categories: z.array(
      z.object({ id: z.string(), plugin: z.string(), unit: z.enum(['number', 'minutes']) }),
    ),
    /** The one that is shown; null where no plugin has any. */
    category: z.string().nullable(),
    countedAt: z.iso.datetime().nullable(),
    rows: z.array(
      z.object({
        rank: z.number().int(),
        value: z.number().int(),
        isOwn: z.boolean(),
        /** Null for somebody who is hidden. */
        person: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }).nullable(),
      }),
    ),
    own: z.object({
      value: z.number().int(),
      /** Null without a value. */
      rank: z.number().int().nullable(),
      /** People who are ranked. */
      of: z.number().int(),
      appearance,
    }),
  }),
  fails: { LEADERBOARD_UNKNOWN: 404 },
})

export const changeAppearance = defineEndpoint({
  method: 'PUT',
  path: '/api/leaderboard/appearance',
  summary: 'Choose how to appear on the leaderboard',
  access,
  body: z.strictObject({ appearance }),
  reply: z.object({ appearance }),
})
