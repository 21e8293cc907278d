import { coins, defineEvent, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** Coins changed hands; `balances` names the customers who took part. */
export const coinsMoved = defineEvent(
  'coins:moved',
  z.object({ transfer: z.string(), kind: z.string(), balances: z.record(userId, coins) }),
)
