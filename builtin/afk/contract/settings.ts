import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const afkSettings = defineSettings({
  afk_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'earn' },
  afk_min_per_coin: {
    schema: z.number().int().min(1).max(1440),
    default: 1,
    audience: 'public',
    group: 'earn',
  },
  afk_coins_per_day: {
    schema: z.number().int().min(1).max(1_000_000),
    default: 120,
    audience: 'public',
    group: 'earn',
  },
})
