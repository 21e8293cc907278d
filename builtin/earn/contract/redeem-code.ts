import { coins, defineEndpoint, plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const redeemCode = defineEndpoint({
  method: 'POST',
  path: '/api/earn/redemptions',
  summary: 'Redeem a code for coins',
  access: { user: true, flag: 'code_redemption_enabled' },
  body: z.strictObject({ code: plainText(1, 64), requestKey: z.uuid() }),
  reply: z.object({ coins, balance: coins }),
  fails: {
    EARN_CODE_INVALID: 404,
    EARN_CODE_DISABLED: 409,
    EARN_CODE_EXPIRED: 409,
    EARN_CODE_DEPLETED: 409,
    EARN_CODE_ALREADY: 409,
    EARN_ACCOUNT_CLOSED: 409,
    EARN_KEY_REUSED: 422,
    EARN_TOO_MANY_TRIES: 429,
  },
})
