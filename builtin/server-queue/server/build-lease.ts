import type { LogStep } from '@spawnpoint/contracts/server-queue'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { LeaseLost } from './build-outcome.ts'
import type { QueueUses } from './queue-uses.ts'
import { build, log, type BuildRecord } from './tables.ts'

const leaseMs = 30_000
const renewMs = 8_000
// The database's clock and ours may differ by a little.
const toleranceMs = 250

type Uses = Pick<QueueUses, 'db' | 'jobs' | 'clock'>
type Line = Pick<typeof log.$inferInsert, 'step' | 'reason' | 'detail'>

export const addLine = (db: Queries, buildId: string, at: Date, line: Line) =>
  db.insert(log).values({ buildId, at, ...line })

const leaseEnd = (clock: Uses['clock']) => new Date(clock.now().getTime() + leaseMs)

const isClaimable = ({ status, leaseUntil, nextAttemptAt }: BuildRecord, now: number) =>
  (status === 'building' ? (leaseUntil?.getTime() ?? 0) : nextAttemptAt.getTime()) <= now + toleranceMs

/**
 * Takes the build, if it is due and the owner's oldest: builds of one person run one after the other, so that their
 * account on the panel is made once. The job that goes on should this process die is queued with the claim.
 */
export const claimBuild = ({ db, jobs, clock }: Uses, id: string): Promise<BuildRecord | null> =>
  db.orm.transaction(async (tx) => {
    const owner = tx.select({ owner: build.owner }).from(build).where(eq(build.id, id))
    const [first] = await tx
      .select()
      .from(build)
      .where(and(inArray(build.owner, owner), inArray(build.status, ['pending', 'building'])))
      .orderBy(asc(build.id))
      .for('update')
    if (first?.id !== id || !isClaimable(first, clock.now().getTime())) return null
    const leaseUntil = leaseEnd(clock)
    const [claimed] = await tx
      .update(build)
      .set({
        status: 'building',
        fence: sql`${build.fence} + 1`,
        attempts: sql`${build.attempts} + 1`,
        leaseUntil,
        updatedAt: clock.now(),
      })
      .where(eq(build.id, id))
      .returning()
    if (first.status === 'building') await addLine(tx, id, clock.now(), { step: 'resumed' })
    else if (first.attempts === 0) await addLine(tx, id, clock.now(), { step: 'started' })
    const runAt = new Date(leaseUntil.getTime() + toleranceMs)
    await jobs.add('build', { build: id }, { tx, runAt, key: `watch:${id}` })
    return claimed ?? null
  })

/** A claimed build; every write of it fails once another worker holds it. */
export const createLease = (uses: Uses, claimed: BuildRecord) => {
  const { clock, db } = uses
  const mine = and(eq(build.id, claimed.id), eq(build.fence, claimed.fence), eq(build.status, 'building'))

  const write = async (tx: Queries, changes: Partial<typeof build.$inferInsert>) => {
    const written = await tx
      .update(build)
      .set({ updatedAt: clock.now(), ...changes })
      .where(mine)
      .returning({ id: build.id })
    if (written.length === 0) throw new LeaseLost()
  }

  const renew = () => write(db.orm, { leaseUntil: leaseEnd(clock) })

  return {
    build: claimed,
    write,
    /** Says how far the build is, and keeps it for another while. */
    async reach(step: LogStep, changes: Partial<typeof build.$inferInsert> = {}) {
      await db.orm.transaction(async (tx) => {
        await write(tx, { ...changes, lastStep: step, leaseUntil: leaseEnd(clock) })
        // Repeated attempts say only what is new.
        if (claimed.attempts === 1 || step !== 'checked') await addLine(tx, claimed.id, clock.now(), { step })
      })
    },
    /** Keeps the build while the panel takes its time; returns the end of it. */
    hold() {
      // A renewal that fails shows at the next write, which the fence refuses.
      const timer = setInterval(() => void renew().catch(() => clearInterval(timer)), renewMs)
      return () => clearInterval(timer)
    },
  }
}

export type Lease = ReturnType<typeof createLease>
