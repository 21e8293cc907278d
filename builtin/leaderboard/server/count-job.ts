import { LeaderboardCategories } from '@spawnpoint/contracts/leaderboard'
import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, defineJob, Log } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { countScores } from './count-scores.ts'
import { dropOthers, findBoard } from './score-queries.ts'
import { sortCategories } from './sort-categories.ts'

const uses = { db: Database, clock: Clock, log: Log, categories: every(LeaderboardCategories) }

/** A count takes at most this share of the time, so that it is not felt among very many people. */
const SHARE = 1 / 200
const LONGEST_PAUSE_MS = 3_600_000

/** True while the last count of a category took so long that the next one can wait. */
async function isRecent({ db, clock }: Pick<ServicesOf<typeof uses>, 'db' | 'clock'>, category: string) {
  const last = await findBoard(db.orm, category)
  if (!last) return false
  const pause = Math.min(last.tookMs / SHARE, LONGEST_PAUSE_MS)
  const since = clock.now().getTime() - last.countedAt.getTime()
  // A clock that was set back holds no count up.
  return since >= 0 && since < pause
}

/** One category that cannot be counted does not keep the others from it. */
export async function countAll(
  { db, clock, log, categories }: ServicesOf<typeof uses>,
  signal?: AbortSignal,
): Promise<void> {
  for (const category of sortCategories(categories.get())) {
    await isRecent({ db, clock }, category.id)
      .then(async (isNew) => {
        if (!isNew) await db.orm.transaction((tx) => countScores(tx, category, clock.now()))
      })
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
