import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const coins = z.number().int()
const days = z.array(coins)

export const readCoinFigures = defineEndpoint({
  method: 'GET',
  path: '/api/coins/figures',
  summary: 'Coins that users hold, and earned and spent on each of the last 30 days; gifts are neither',
  access: { permission: 'admin.dashboard.components.ataglanceanalytics.view' },
  reply: z.object({
    circulating: coins,
    /** One number a day, oldest first. */
    earned: days,
    spent: days,
    /** In the 30 days before. */
    earnedBefore: coins,
    spentBefore: coins,
  }),
})
