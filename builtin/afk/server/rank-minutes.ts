import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Counted time on the leaderboard. */
export const rankMinutes = provide(memberOf(LeaderboardCategories, 'afk'), {}, () => [
  {
    id: 'minutes_afk',
    plugin: 'afk',
    order: 30,
    unit: 'minutes' as const,
    source: `select user_id as person, total_ms / 60000 as value from afk.counter`,
  },
])
