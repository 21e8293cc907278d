import { createReferralCode, referralsSettings } from '@spawnpoint/contracts/referrals'
import { Users } from '@spawnpoint/contracts/users'
import { addressPrefix, Database, defineDemo, Secrets, Settings } from '@spawnpoint/sdk/server'
import { saveReferral } from './referral-queries.ts'

/** People of the demonstration who invited others. */
const hosts = ['priya']

/** Not so long ago that a referral would have expired. */
const LATELY_MS = 80 * 86_400_000

export const demo = defineDemo({
  uses: { db: Database, secrets: Secrets, settings: Settings, users: Users },
  async fill({ db, secrets, settings }, stage) {
    const rewards = settings.read(referralsSettings)
    const lately = new Date(Date.now() - LATELY_MS)
    for (const username of hosts) {
      const host = stage.person(username)
      await stage.call(host, createReferralCode)
      const friends = stage
        .people('customer')
        .filter(({ id, since }) => id !== host.id && since > host.since && since > lately)
        .slice(0, 4)
        .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      // The event of a registration reaches its listeners in a job, which would date them to today.
      for (const [index, friend] of friends.entries())
        await saveReferral(db.orm, {
          referrer: host.id,
          referred: friend.id,
          reward: rewards.referrals_coins_per_referral,
          rewardOfInvited: rewards.referrals_coins_per_referral_redeemer,
          address: secrets.sign('referrals.address', addressPrefix(`198.51.100.${index + 1}`)),
          createdAt: friend.since,
        })
    }
  },
})
