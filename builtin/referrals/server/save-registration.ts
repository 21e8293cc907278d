import { registered } from '@spawnpoint/contracts/auth'
import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { addressPrefix, Clock, Database, listen, Secrets, Settings } from '@spawnpoint/sdk/server'
import { findOwner, saveReferral } from './referral-queries.ts'

/** A new account that came by an invite link. What it was promised is kept, whatever the settings say later. */
export const saveRegistration = listen(
  registered,
  { clock: Clock, db: Database, secrets: Secrets, settings: Settings },
  async ({ payload, clock, db, secrets, settings }) => {
    const { referrals_enabled, ...rewards } = settings.read(referralsSettings)
    const referrer = payload.referral && (await findOwner(db.orm, payload.referral.toUpperCase()))
    if (!referrals_enabled || !referrer || referrer === payload.user) return
    await saveReferral(db.orm, {
      referrer,
      referred: payload.user,
      reward: rewards.referrals_coins_per_referral,
      rewardOfInvited: rewards.referrals_coins_per_referral_redeemer,
      address: secrets.sign('referrals.address', addressPrefix(payload.ip)),
      createdAt: clock.now(),
    })
  },
)
