import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Servers on the leaderboard, those that are about to be deleted left out. */
export const rankServers = provide(memberOf(LeaderboardCategories, 'servers'), {}, () => [
  {
    id: 'servers',
    plugin: 'servers',
    order: 20,
    unit: 'number' as const,
    source: `select owner as person, count(*) as value from servers.server where status <> 'deleting' group by owner`,
  },
])
