import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, defineJob, Log } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { countScores } from './count-scores.ts'
import { dropOthers } from './score-queries.ts'
import { sortCategories } from './sort-categories.ts'

const uses = { db: Database, clock: Clock, log: Log, categories: every(LeaderboardCategories) }

/** One category that cannot be counted does not keep the others from it. */
export async function countAll(
  { db, clock, log, categories }: ServicesOf<typeof uses>,
  signal?: AbortSignal,
): Promise<void> {
  for (const category of sortCategories(categories.get())) {
    await db.orm
      .transaction((tx) => countScores(tx, category, clock.now()))
      .catch((error: unknown) => {
        // The database closes behind a product that stops.
        if (signal?.aborted) return
        log.error({ err: error, category: category.id }, 'a category of the leaderboard could not be counted')
      })
    if (signal?.aborted) return
  }
  // Read again: a category that came meanwhile may be counted already.
  await dropOthers(
    db.orm,
    sortCategories(categories.get()).map(({ id }) => id),
  )
}

export const COUNT_JOB = 'count'
const everyFiveMinutes = { payload: z.object({}), schedule: '*/5 * * * *', timeoutMs: 1_200_000 }
export const countJob = defineJob(COUNT_JOB, everyFiveMinutes, uses, ({ signal, ...services }) =>
  countAll(services, signal),
)
