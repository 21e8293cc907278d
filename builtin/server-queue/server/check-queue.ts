import type { HealthReport } from '@spawnpoint/sdk/server'
import { countBuilds, findOldestWaiting, isPaused } from './queue-figures.ts'
import type { QueueUses } from './queue-uses.ts'

const lateMs = 600_000

/** The queue's line on the health page. */
export const checkQueue = async ({ db, clock }: Pick<QueueUses, 'db' | 'clock'>): Promise<HealthReport> => {
  if (await isPaused(db.orm))
    return {
      status: 'unhealthy',
      code: 'paused',
      detail: 'Paused: the game panel refuses its API key.',
      todo: 'Correct the API key in Settings; builds go on by themselves.',
      page: { route: 'settings', tab: 'servers' },
    }
  const { pending, building, failed } = await countBuilds(db.orm)
  const oldest = await findOldestWaiting(db.orm)
  const values = { pending, building, failed }
  const figures = `${pending} pending, ${building} building, ${failed} failed`
  const isLate = oldest !== null && clock.now().getTime() - oldest.getTime() > lateMs
  return isLate
    ? {
        status: 'warning',
        code: 'late',
        values,
        detail: `The oldest entry waits for more than 10 minutes: ${figures}.`,
        todo: 'Open the queue to see what the oldest build waits for.',
        page: { route: 'server-queue-list' },
      }
    : { status: 'healthy', code: 'figures', values, detail: figures }
}
