import { coins, defineEvent, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** A person gave coins to another. */
export const coinsGiven = defineEvent(
  'gifts:given',
  z.object({ from: userId, to: userId, coins, fee: coins }),
)
