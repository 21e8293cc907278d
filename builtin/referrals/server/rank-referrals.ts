import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Paid referrals on the leaderboard. */
export const rankReferrals = provide(memberOf(LeaderboardCategories, 'referrals'), {}, () => [
  {
    id: 'referrals',
    plugin: 'referrals',
    order: 40,
    unit: 'number' as const,
    source: `select referrer as person, count(*) as value from referrals.referral where state = 'paid' group by referrer`,
  },
])
