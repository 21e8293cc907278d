import { coins, defineEvent, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { itemIds } from './items.ts'

export const itemPurchased = defineEvent(
  'store:purchased',
  z.object({ user: userId, item: z.enum(itemIds), quantity: z.number().int(), price: coins }),
)
