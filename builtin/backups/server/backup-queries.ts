import { activeStates } from '@spawnpoint/contracts/backups'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, desc, eq, inArray, isNotNull, min, notInArray, or, isNull, lt } from 'drizzle-orm'
import { backup, shownKey, type Backup } from './tables.ts'

const active = [...activeStates]
const isOpen = inArray(backup.state, active)

// Retention keeps a few dozen; whoever puts more files into the folder sees the newest.
const MOST_SHOWN = 500

/** Nothing happens where another backup is under way. */
export const insertBackup = async (db: Queries, row: typeof backup.$inferInsert): Promise<boolean> => {
  const made = await db.insert(backup).values(row).onConflictDoNothing().returning({ id: backup.id })
  return made.length > 0
}

export const findBackup = async (db: Queries, id: string): Promise<Backup | null> => {
  const [found] = await db.select().from(backup).where(eq(backup.id, id))
  return found ?? null
}

export const listAll = (db: Queries): Promise<Backup[]> =>
  db.select().from(backup).orderBy(desc(backup.createdAt)).limit(MOST_SHOWN)

export const updateBackup = (db: Queries, id: string, values: Partial<typeof backup.$inferInsert>) =>
  db.update(backup).set(values).where(eq(backup.id, id))

/** Only while somebody works on it: one that was given up stays as it is. */
export const beat = (db: Queries, id: string, values: Partial<typeof backup.$inferInsert>) =>
  db
    .update(backup)
    .set(values)
    .where(and(eq(backup.id, id), isOpen))

/** Takes up a finished backup again, unless another is under way. */
export const reopen = async (db: Queries, id: string, at: Date): Promise<boolean> => {
  const done: Backup['state'][] = ['done', 'failed', 'unreadable']
  const found = await db
    .update(backup)
    .set({
      state: 'checking',
      beatAt: at,
      progress: 0,
      failure: null,
      part: null,
      check: 'none',
      checkedAt: null,
    })
    .where(and(eq(backup.id, id), inArray(backup.state, done)))
    .returning({ id: backup.id })
  return found.length > 0
}

/** Deletes a row that nobody works on. */
export const removeBackup = async (db: Queries, id: string): Promise<boolean> => {
  const gone = await db
    .delete(backup)
    .where(and(eq(backup.id, id), notInArray(backup.state, active)))
    .returning({ id: backup.id })
  return gone.length > 0
}

/** Under way by their state, but without a sign of life since then. */
export const listStale = (db: Queries, before: Date): Promise<Backup[]> =>
  db
    .select()
    .from(backup)
    .where(and(isOpen, or(isNull(backup.beatAt), lt(backup.beatAt, before))))

export const isAnyOpen = async (db: Queries): Promise<boolean> =>
  (await db.select({ id: backup.id }).from(backup).where(isOpen).limit(1)).length > 0

/** The newest that was checked, the newest of the schedule, and when the first was asked for. */
export async function readMilestones(db: Queries) {
  const [checked] = await db
    .select({ at: backup.createdAt, check: backup.check })
    .from(backup)
    .where(
      and(eq(backup.state, 'done'), inArray(backup.check, ['restored', 'read']), isNotNull(backup.checkedAt)),
    )
    .orderBy(desc(backup.createdAt))
    .limit(1)
  const [scheduled] = await db
    .select({ at: backup.createdAt })
    .from(backup)
    .where(eq(backup.origin, 'schedule'))
    .orderBy(desc(backup.createdAt))
    .limit(1)
  const [first] = await db.select({ at: min(backup.createdAt) }).from(backup)
  return {
    checkedAt: checked?.at ?? null,
    isTried: checked?.check === 'restored',
    scheduledAt: scheduled?.at ?? null,
    firstAt: first?.at ?? null,
  }
}

export const isKeyShown = async (db: Queries, key: string): Promise<boolean> =>
  (await db.select().from(shownKey).where(eq(shownKey.keyId, key))).length > 0

/** False where somebody was faster. */
export const saveKeyShown = async (db: Queries, row: typeof shownKey.$inferInsert): Promise<boolean> =>
  (await db.insert(shownKey).values(row).onConflictDoNothing().returning()).length > 0
