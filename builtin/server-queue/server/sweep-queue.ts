import { queueSettings } from '@spawnpoint/contracts/server-queue'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { and, asc, eq, like, lt, lte, or } from 'drizzle-orm'
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

/** A failed build that its owner left on the list says nothing to anybody after some time; its log goes with it. */
export const dropOldFailures = async ({ db, clock, settings }: DropUses): Promise<void> => {
  const days = settings.read(queueSettings).queue_keep_failed_days
  const before = new Date(clock.now().getTime() - days * dayMs)
  await db.orm.delete(build).where(and(eq(build.status, 'failed'), lt(build.updatedAt, before)))
}
