import type { IncidentStatus } from '@spawnpoint/contracts/announcements/schemas'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, desc, eq, sql } from 'drizzle-orm'
import { announcement, incidentUpdate, reading } from './tables.ts'

const isIncident = (id: string) => and(eq(announcement.id, id), eq(announcement.kind, 'incident'))

export const findIncident = async (db: Queries, id: string) => {
  const [found] = await db.select().from(announcement).where(isIncident(id))
  return found ?? null
}

export const lockIncident = async (tx: Transaction, id: string) => {
  const [found] = await tx.select().from(announcement).where(isIncident(id)).for('update')
  return found ?? null
}

export const listUpdates = (db: Queries, id: string) =>
  db
    .select()
    .from(incidentUpdate)
    .where(eq(incidentUpdate.announcement, id))
    .orderBy(desc(incidentUpdate.createdAt), desc(incidentUpdate.id))

interface Update {
  readonly id: string
  readonly status: IncidentStatus
  readonly text: string
  readonly author: string
  readonly at: Date
}

/** The row's version stays, so that an edit begun before the update is not stale. */
export const saveUpdate = async (
  tx: Transaction,
  { id, status, text, author, at }: Update,
): Promise<void> => {
  await tx.insert(incidentUpdate).values({
    id: createRowId(at.getTime()),
    announcement: id,
    status,
    text,
    authorId: author,
    createdAt: at,
  })
  await tx
    .update(announcement)
    .set({ status, notifiedAt: null, updatedAt: sql`${at.toISOString()}::timestamptz` })
    .where(eq(announcement.id, id))
  // News about it is unread again, also where the one before was dismissed.
  await tx.delete(reading).where(eq(reading.announcement, id))
}
