import { EconomyParts } from '@spawnpoint/contracts/coins'
import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

const dayMs = 86_400_000

/** Rewards for invited accounts, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'referrals'), {}, () => ({
  settings: referralsSettings,
  rules(settings) {
    const values = settings.read(referralsSettings)
    if (!values.referrals_enabled) return []
    return [
      {
        type: 'invite',
        kind: 'referrals:rewarded',
        coins: values.referrals_coins_per_referral,
        coinsOfInvited: values.referrals_coins_per_referral_redeemer,
        // The day on which the account came is its first active one.
        waitMs: Math.max(values.referrals_wait_days, values.referrals_active_days - 1) * dayMs,
      },
    ]
  },
}))
