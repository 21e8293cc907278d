import { coins, defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { user: true, flag: 'allow_coins_sharing' } as const

export const readGiftOffer = defineEndpoint({
  method: 'GET',
  path: '/api/gifts/:uuid',
  summary: 'Read who would get a gift, and its bounds and fee',
  access,
  params: z.object({ uuid: z.uuid() }),
  reply: z.object({
    recipient: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
    balance: coins,
    min: coins,
    max: coins,
    feePercent: z.number(),
  }),
  fails: { GIFTS_NO_RECIPIENT: 404, GIFTS_TO_SELF: 409 },
})

export const giveCoins = defineEndpoint({
  method: 'POST',
  path: '/api/gifts',
  summary: 'Give coins to another person',
  access,
  /** `fee` is the one that the person saw. */
  body: z.strictObject({ to: userId, coins: coins.min(1), fee: coins, requestKey: z.uuid() }),
  reply: z.object({ coins, fee: coins, balance: coins }),
  fails: {
    GIFTS_NO_RECIPIENT: 404,
    GIFTS_TO_SELF: 409,
    GIFTS_TOO_LOW: 409,
    GIFTS_TOO_HIGH: 409,
    GIFTS_FEE_CHANGED: 409,
    GIFTS_INSUFFICIENT: 409,
    GIFTS_ACCOUNT_CLOSED: 409,
    GIFTS_KEY_REUSED: 422,
    GIFTS_TOO_MANY: 429,
  },
})
