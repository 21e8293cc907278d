import { EconomyParts } from '@spawnpoint/contracts/coins'
import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

const { referrals_enabled, referrals_coins_per_referral, referrals_coins_per_referral_redeemer } =
  referralsSettings

/** Rewards for invited accounts, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'referrals'), {}, () => ({
  // Waiting times move a reward by days and change no sum.
  settings: { referrals_enabled, referrals_coins_per_referral, referrals_coins_per_referral_redeemer },
  rules(settings) {
    const values = settings.read(referralsSettings)
    if (!values.referrals_enabled) return []
    return [
      {
        type: 'invite',
        kind: 'referrals:rewarded',
        coins: values.referrals_coins_per_referral,
        coinsOfInvited: values.referrals_coins_per_referral_redeemer,
      },
    ]
  },
}))
