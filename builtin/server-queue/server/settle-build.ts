import { buildFailed, type BuildReason } from '@spawnpoint/contracts/server-queue'
import type { Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { addLine, type Lease } from './build-lease.ts'
import { LeaseLost, waitMs, type Outcome } from './build-outcome.ts'
import type { QueueUses } from './queue-uses.ts'
import { build, type BuildRecord } from './tables.ts'

// A panel that was slow may still create what we gave up waiting for.
const lateCreationMs = 180_000

type Uses = Pick<QueueUses, 'db' | 'jobs' | 'events' | 'clock' | 'log'>

/** Takes away what the panel may have made for a build that is given up, now and once more later. */
export const queueCleaning = async ({ jobs, clock }: Uses, tx: Transaction, id: string) => {
  const later = new Date(clock.now().getTime() + lateCreationMs)
  await jobs.add('clean', { build: id }, { tx, key: `clean:${id}` })
  await jobs.add('clean', { build: id }, { tx, key: `clean-later:${id}`, runAt: later })
}

const announceFailure = async (
  uses: Uses,
  tx: Transaction,
  { id, owner, creationSent }: Pick<BuildRecord, 'id' | 'owner' | 'creationSent'>,
  { reason, detail }: Pick<Outcome, 'reason' | 'detail'>,
) => {
  await addLine(tx, id, uses.clock.now(), { step: 'failed', reason, detail })
  if (creationSent) await queueCleaning(uses, tx, id)
  await uses.events.emit(tx, buildFailed, { id, owner, reason })
}

const fail = (uses: Uses, lease: Lease, outcome: Outcome) =>
  uses.db.orm.transaction(async (tx) => {
    const { reason, detail } = outcome
    await lease.write(tx, { status: 'failed', leaseUntil: null, reason, detail })
    // Read the row again: this attempt has written to it since the copy was made.
    const [now] = await tx.select().from(build).where(eq(build.id, lease.build.id))
    await announceFailure(uses, tx, now ?? lease.build, outcome)
  })

const wait = (uses: Uses, lease: Lease, outcome: Outcome) =>
  uses.db.orm.transaction(async (tx) => {
    const { build: mine } = lease
    const { reason, detail } = outcome
    const nextAttemptAt = new Date(uses.clock.now().getTime() + waitMs(outcome, mine.attempts))
    await lease.write(tx, {
      status: 'pending',
      leaseUntil: null,
      reason,
      detail,
      nextAttemptAt,
    })
    if (reason !== mine.reason)
      await addLine(tx, mine.id, uses.clock.now(), { step: 'waiting', reason, detail })
    await uses.jobs.add('build', { build: mine.id }, { tx, runAt: nextAttemptAt, key: `build:${mine.id}` })
  })

/** Writes down why an attempt built nothing: the build waits for the next one, or fails and holds nothing more. */
export const settleBuild = async (uses: Uses, lease: Lease, outcome: Outcome): Promise<void> => {
  try {
    await (outcome.kind === 'wait' ? wait(uses, lease, outcome) : fail(uses, lease, outcome))
  } catch (error) {
    // Another worker now holds the lease and settles the build.
    if (!(error instanceof LeaseLost)) throw error
  }
}

/** Fails whatever a person has in the queue, also what is being built at this moment. */
export const failBuildsOf = (uses: Uses, owner: string, reason: BuildReason): Promise<void> =>
  uses.db.orm.transaction(async (tx) => {
    const failed = await tx
      .update(build)
      .set({
        status: 'failed',
        reason,
        detail: null,
        leaseUntil: null,
        fence: sql`${build.fence} + 1`,
        updatedAt: uses.clock.now(),
      })
      .where(and(eq(build.owner, owner), inArray(build.status, ['pending', 'building'])))
      .returning()
    for (const each of failed) {
      uses.log.warn({ build: each.id, owner, reason }, 'build failed')
      await announceFailure(uses, tx, each, { reason, detail: null })
    }
  })

/** Queues the owner's next build. */
export const queueNextOf = async (
  { db, jobs }: Pick<QueueUses, 'db' | 'jobs'>,
  owner: string,
): Promise<void> => {
  const [next] = await db.orm
    .select({ id: build.id, runAt: build.nextAttemptAt })
    .from(build)
    .where(and(eq(build.owner, owner), eq(build.status, 'pending')))
    .orderBy(asc(build.id))
    .limit(1)
  if (next) await jobs.add('build', { build: next.id }, { runAt: next.runAt, key: `build:${next.id}` })
}
