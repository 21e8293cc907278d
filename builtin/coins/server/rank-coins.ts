import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Balances on the leaderboard. */
export const rankCoins = provide(memberOf(LeaderboardCategories, 'coins'), {}, () => [
  {
    id: 'coins',
    plugin: 'coins',
    order: 10,
    unit: 'number' as const,
    source: `select owner as person, balance as value from coins.account where kind = 'user'`,
  },
])
