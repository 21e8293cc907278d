import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const bound = (value: number) =>
  ({
    schema: z.number().int().min(1).max(1_000_000_000),
    default: value,
    audience: 'public',
    group: 'earn',
  }) as const

export const giftSettings = defineSettings({
  allow_coins_sharing: { schema: z.boolean(), default: true, audience: 'public', group: 'earn' },
  coins_share_min_amount: bound(1),
  coins_share_max_amount: bound(100),
  /** Percent on top of the gift. */
  coins_share_fee: {
    schema: z.number().int().min(0).max(100),
    default: 10,
    audience: 'public',
    group: 'earn',
  },
})
