import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { every } from '@spawnpoint/sdk/common'
import { Clock, Database, defineDemo, Log } from '@spawnpoint/sdk/server'
import { countAll } from './count-job.ts'

export const demo = defineDemo({
  uses: { db: Database, clock: Clock, log: Log, categories: every(LeaderboardCategories) },
  async fill(services, stage) {
    // After everything that happens in the past: the job of the start has counted a product without users.
    stage.plan(new Date(), () => countAll(services))
  },
})
