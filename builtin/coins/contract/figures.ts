import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const coins = z.number().int()
const days = z.array(coins)

export const readCoinFigures = defineEndpoint({
  method: 'GET',
  path: '/api/coins/figures',
  summary:
    'Coins that users hold, and created and removed on each of the last 30 days (UTC); gifts are neither',
  access: { permission: 'admin.dashboard.components.ataglanceanalytics.view' },
  reply: z.object({
    circulating: coins,
    /** One number a day, oldest first. */
    issued: days,
    removed: days,
    /** In the 30 days before. */
    issuedBefore: coins,
    removedBefore: coins,
  }),
})
