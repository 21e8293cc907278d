import { coins, defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { user: true, flag: 'j4r_enabled' } as const

/**
 * `open`: not seen in it yet. `waiting`: seen in it, the reward can be collected at `payableAt`. `ready`: it can be
 * collected by another check. `paid`: collected. `held`: collected, and staff look at it before it is paid. `void`: they
 * did not pay it. `locked`: gives no reward any more.
 */
const state = z.enum(['open', 'waiting', 'ready', 'paid', 'held', 'void', 'locked'])

const rewards = z.object({
  servers: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      description: z.string(),
      inviteUrl: z.string(),
      coins,
      state,
      payableAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Hours between the first check that finds a person in a server and the reward. */
  holdHours: z.number().int(),
  /** False while staff have not set up the Discord application. */
  ready: z.boolean(),
})

export type RewardServer = z.output<typeof rewards>['servers'][number]

export const readRewards = defineEndpoint({
  method: 'GET',
  path: '/api/j4r-servers/rewards',
  summary: 'Discord servers that reward joining, and how far the caller is with each',
  access,
  reply: rewards,
})

export const startCheck = defineEndpoint({
  method: 'POST',
  path: '/api/j4r-servers/checks',
  summary: 'Begin a check of the own memberships; answers the address of the consent page at Discord',
  access,
  reply: z.object({ url: z.string() }),
  fails: { J4R_NOT_SET_UP: 409, J4R_TOO_MANY_CHECKS: 429 },
})

export const finishCheck = defineEndpoint({
  method: 'POST',
  path: '/api/j4r-servers/checks/finish',
  summary: 'Finish a check with the code and state that Discord sent back',
  access,
  body: z.strictObject({ code: z.string().min(1).max(500), state: z.string().min(1).max(100) }),
  reply: rewards.extend({
    /** Coins that this check paid, and servers in which it found the caller for the first time. */
    paid: coins,
    found: z.number().int(),
    /** Coins that staff look at before they are paid. */
    held: coins,
  }),
  fails: {
    J4R_NOT_SET_UP: 409,
    J4R_CHECK_EXPIRED: 409,
    J4R_DISCORD_REFUSED: 409,
    J4R_DISCORD_UNREACHABLE: 503,
    J4R_DISCORD_TAKEN: 409,
    J4R_OTHER_DISCORD: 409,
    J4R_ACCOUNT_CLOSED: 409,
  },
})
