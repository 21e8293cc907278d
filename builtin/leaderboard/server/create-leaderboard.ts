import type { LeaderboardCategory, LeaderboardService } from '@spawnpoint/contracts/leaderboard'
import type { Live } from '@spawnpoint/sdk/common'
import type { DatabaseService } from '@spawnpoint/sdk/server'
import { findAppearance, findPlace } from './score-queries.ts'
import { sortCategories } from './sort-categories.ts'

interface LeaderboardUses {
  readonly db: DatabaseService
  readonly categories: Live<readonly (readonly LeaderboardCategory[])[]>
}

/** The leaderboard as other plugins see it. */
export const createLeaderboard = ({ db, categories }: LeaderboardUses): LeaderboardService => ({
  async standingsOf(person) {
    if ((await findAppearance(db.orm, person)) !== 'named') return []
    const found = await Promise.all(
      sortCategories(categories.get()).map(async ({ id, plugin }) => {
        const place = await findPlace(db.orm, id, person)
        return place ? [{ category: id, plugin, rank: place.rank }] : []
      }),
    )
    return found.flat()
  },
})
