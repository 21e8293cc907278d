import { Leaderboard, LeaderboardCategories, leaderboardSettings } from '@spawnpoint/contracts/leaderboard'
import { every } from '@spawnpoint/sdk/common'
import { Database, definePluginServer, Jobs, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { COUNT_JOB, countJob } from './count-job.ts'
import { createLeaderboard } from './create-leaderboard.ts'
import { handleChangeAppearance, handleReadLeaderboard } from './handle-leaderboard.ts'

export default definePluginServer(manifest, {
  settings: leaderboardSettings,
  provides: [
    provide(Leaderboard, { db: Database, categories: every(LeaderboardCategories) }, createLeaderboard),
  ],
  endpoints: [handleReadLeaderboard, handleChangeAppearance],
  jobs: [countJob],
  uses: { jobs: Jobs },
  // The schedule alone would leave the board empty for the first minutes.
  setup: ({ jobs }) => jobs.add(COUNT_JOB, {}, { key: 'start' }),
})
