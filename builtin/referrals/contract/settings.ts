import { defineSettings, keptDays } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const reward = (coins: number) =>
  ({
    schema: z.number().int().min(0).max(1_000_000_000),
    default: coins,
    audience: 'public',
    group: 'earn',
  }) as const
const days = (usual: number) =>
  ({ schema: z.number().int().min(0).max(90), default: usual, audience: 'public', group: 'earn' }) as const

export const referralsSettings = defineSettings({
  referrals_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'earn' },
  referrals_coins_per_referral: reward(35),
  referrals_coins_per_referral_redeemer: reward(15),
  referrals_wait_days: days(7),
  referrals_active_days: days(3),
  referrals_keep_address_days: keptDays(30),
})
