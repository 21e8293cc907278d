import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { announcement } from './tables.ts'

/** Published ones whose readers are not notified yet. */
export const listToNotify = (db: Queries, now: Date) =>
  db
    .select({ id: announcement.id })
    .from(announcement)
    .where(
      and(
        eq(announcement.draft, false),
        lte(announcement.publishAt, now.toISOString()),
        or(isNull(announcement.expiresAt), gt(announcement.expiresAt, now.toISOString())),
        isNull(announcement.notifiedAt),
      ),
    )
    .orderBy(asc(announcement.publishAt))
    .limit(50)

/** The row, unless another process is at it. */
export const lockToNotify = async (tx: Transaction, id: string) => {
  const [found] = await tx
    .select()
    .from(announcement)
    .where(and(eq(announcement.id, id), eq(announcement.draft, false), isNull(announcement.notifiedAt)))
    .for('update', { skipLocked: true })
  return found ?? null
}

/** The version stays, so that an edit begun before is not stale. */
export const markNotified = (tx: Queries, id: string, at: Date) =>
  tx.update(announcement).set({ notifiedAt: at.toISOString() }).where(eq(announcement.id, id))
