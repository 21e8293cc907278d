import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Paid links on the leaderboard. */
export const rankLinks = provide(memberOf(LeaderboardCategories, 'links'), {}, () => [
  {
    id: 'links',
    plugin: 'links',
    order: 50,
    unit: 'number' as const,
    source: `select user_id as person, count(*) as value from links.attempt where state = 'paid' group by user_id`,
  },
])
