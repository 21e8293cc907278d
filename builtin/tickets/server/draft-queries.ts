import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, isNull } from 'drizzle-orm'
import { draft } from './tables.ts'

const at = (person: string, ticketId: string | null) =>
  and(eq(draft.person, person), ticketId === null ? isNull(draft.ticketId) : eq(draft.ticketId, ticketId))

export const findDraft = async (db: Queries, person: string, ticketId: string | null) => {
  const [found] = await db.select().from(draft).where(at(person, ticketId))
  return found ?? null
}

export const deleteDraft = (db: Queries, person: string, ticketId: string | null) =>
  db.delete(draft).where(at(person, ticketId))

export const putDraft = (db: Queries, row: typeof draft.$inferInsert) => {
  const { subject, body, updatedAt } = row
  return db
    .insert(draft)
    .values(row)
    .onConflictDoUpdate({ target: [draft.person, draft.ticketId], set: { subject, body, updatedAt } })
}

export const deleteDraftsOf = (db: Queries, person: string) =>
  db.delete(draft).where(eq(draft.person, person))
