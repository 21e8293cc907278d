import { queueSettings } from '@spawnpoint/contracts/server-queue'
import type { Queries, SettingsService } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, like, lt, lte, or } from 'drizzle-orm'
import type { QueueUses } from './queue-uses.ts'
import { build } from './tables.ts'

const atOnce = 500
const dayMs = 86_400_000

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

type DropUses = Pick<QueueUses, 'db' | 'clock'> & { readonly settings: SettingsService }

const dropOlder = async (db: Queries, status: 'failed' | 'completed', before: Date): Promise<void> => {
  for (;;) {
    const old = await db
      .select({ id: build.id })
      .from(build)
      // A build is never older than its last change, and the index begins with the oldest.
      .where(and(eq(build.status, status), lt(build.createdAt, before), lt(build.updatedAt, before)))
      .orderBy(asc(build.createdAt), asc(build.id))
      .limit(atOnce)
    if (old.length === 0) return
    const ids = old.map(({ id }) => id)
    await db.delete(build).where(and(inArray(build.id, ids), eq(build.status, status)))
  }
}

/**
 * A failed build that its owner left on the list says nothing to anybody after some time, nor does one whose server has
 * been there for months; their logs go with them.
 */
export const dropOldBuilds = async ({ db, clock, settings }: DropUses): Promise<void> => {
  const days = settings.read(queueSettings)
  const before = (kept: number) => new Date(clock.now().getTime() - kept * dayMs)
  await dropOlder(db.orm, 'failed', before(days.queue_keep_failed_days))
  await dropOlder(db.orm, 'completed', before(days.queue_keep_completed_days))
}
