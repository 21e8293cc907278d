import { coins, defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { user: true, flag: 'l4r_enabled' } as const
const providerId = z.string().regex(/^[a-z][a-z\d-]{0,47}$/)
const count = z.number().int().min(0)

/**
 * `held`: staff look at the reward before it is paid; `void`: they did not pay it. `replaced`: the person started again;
 * `failed`: the return was too early.
 */
export const attemptStates = ['open', 'paid', 'held', 'void', 'replaced', 'failed'] as const

export const listLinkOffers = defineEndpoint({
  method: 'GET',
  path: '/api/links/offers',
  summary: 'List the providers with reward, rewards left today and when the next link can be started',
  access,
  reply: z.object({
    offers: z.array(
      z.object({
        id: providerId,
        name: z.string(),
        coins,
        left: count,
        dailyLimit: count,
        minSeconds: count,
        expirySeconds: count,
        /** Null when a link can be started now. */
        nextAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
})

export const startLink = defineEndpoint({
  method: 'POST',
  path: '/api/links/attempts',
  summary: 'Start a link; the answer is the address to open',
  access,
  body: z.strictObject({ provider: providerId }),
  reply: z.object({ address: z.url() }),
  fails: {
    LINKS_NO_PROVIDER: 404,
    LINKS_COOLDOWN: 409,
    LINKS_DAILY_LIMIT: 409,
    LINKS_UNAVAILABLE: 503,
  },
  limit: 10,
})

export const completeLink = defineEndpoint({
  method: 'POST',
  path: '/api/links/returns',
  summary: 'Take the reward of a link that was followed to its end',
  access,
  body: z.strictObject({ token: z.string().max(200), hash: z.string().max(200).optional() }),
  /** The balance is null while the reward is held. */
  reply: z.object({ coins, balance: coins.nullable(), provider: z.string() }),
  fails: {
    LINKS_TOKEN_INVALID: 400,
    LINKS_USED: 409,
    LINKS_TOO_EARLY: 409,
    LINKS_EXPIRED: 409,
    LINKS_NOT_VERIFIED: 409,
    LINKS_NO_PROVIDER: 404,
    LINKS_DAILY_LIMIT: 409,
    LINKS_ACCOUNT_CLOSED: 409,
    LINKS_UNAVAILABLE: 503,
  },
  limit: 20,
})

export const listLinkAttempts = defineEndpoint({
  method: 'GET',
  path: '/api/links/history',
  summary: 'List the own links, newest first',
  access,
  query: listQuery(),
  reply: listReply(
    z.object({
      id: z.string(),
      provider: z.string(),
      at: z.iso.datetime(),
      state: z.enum([...attemptStates, 'expired']),
      coins,
    }),
  ),
  fails: { BAD_CURSOR: 400 },
})
