import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const ceiling = (value: number) =>
  ({
    schema: z.number().int().min(0).max(1_000_000_000_000),
    default: value,
    audience: 'server',
    group: 'earn',
    rootOnly: true,
  }) as const

/** How much staff may adjust; above it only a holder of `admin.root` may, and all of them are notified. */
export const coinsSettings = defineSettings({
  coins_adjustment_max: ceiling(100_000),
  coins_adjustment_daily_max: ceiling(500_000),
})
