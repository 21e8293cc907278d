import { and, asc, eq, like, lte, or } from 'drizzle-orm'
import type { QueueUses } from './queue-uses.ts'
import { build } from './tables.ts'

const atOnce = 500

/** Queues again whatever is due and whatever a dead worker left behind. */
export const sweepQueue = async ({
  db,
  jobs,
  clock,
}: Pick<QueueUses, 'db' | 'jobs' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const due = await db.orm
    .select({ id: build.id })
    .from(build)
    .where(
      or(
        and(eq(build.status, 'pending'), lte(build.nextAttemptAt, now)),
        and(eq(build.status, 'building'), lte(build.leaseUntil, now)),
      ),
    )
    .orderBy(asc(build.id))
    .limit(atOnce)
  for (const { id } of due) await jobs.add('build', { build: id }, { key: `build:${id}` })
}

/** The panel can be tried again: whatever waited for it goes on at once. */
export const wakeQueue = async (uses: Pick<QueueUses, 'db' | 'jobs' | 'clock'>): Promise<void> => {
  await uses.db.orm
    .update(build)
    .set({ nextAttemptAt: uses.clock.now() })
    .where(and(eq(build.status, 'pending'), like(build.reason, String.raw`PANEL\_%`)))
  await sweepQueue(uses)
}
