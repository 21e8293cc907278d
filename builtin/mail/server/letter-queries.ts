import type { Letter } from '@spawnpoint/contracts/mail'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, desc, eq, gt, lt } from 'drizzle-orm'
import { letter, type StoredLetter } from './tables.ts'

export async function insertLetter(tx: Queries, { to, subject, paragraphs, action }: Letter, now: Date) {
  const id = createRowId(now.getTime())
  await tx.insert(letter).values({
    id,
    userId: to.user,
    address: to.address,
    subject,
    paragraphs: [...paragraphs],
    actionLabel: action?.label ?? null,
    actionUrl: action?.url ?? null,
    createdAt: now,
  })
  return id
}

export async function findLetter(db: Queries, id: string): Promise<StoredLetter | null> {
  const [found] = await db.select().from(letter).where(eq(letter.id, id))
  return found ?? null
}

export async function markSent(db: Queries, id: string, sentAt: Date) {
  await db
    .update(letter)
    .set({ status: 'sent', sentAt, failure: null, actionUrl: null })
    .where(eq(letter.id, id))
}

/** Given up for good: the link in it is of no use to anybody any more. */
export async function markFailed(db: Queries, id: string, failure: string) {
  await db.update(letter).set({ status: 'failed', failure, actionUrl: null }).where(eq(letter.id, id))
}

/** Newest first; ids made later sort later. */
export const listLetters = (db: Queries, user: string, before: string | undefined, limit: number) =>
  db
    .select()
    .from(letter)
    .where(and(eq(letter.userId, user), before ? lt(letter.id, before) : undefined))
    .orderBy(desc(letter.id))
    .limit(limit)

/** The link of a letter is not even read. */
export const listLettersForStaff = (db: Queries, user: string, before: string | undefined, limit: number) =>
  db
    .select({
      id: letter.id,
      address: letter.address,
      subject: letter.subject,
      paragraphs: letter.paragraphs,
      status: letter.status,
      failure: letter.failure,
      createdAt: letter.createdAt,
      sentAt: letter.sentAt,
    })
    .from(letter)
    .where(and(eq(letter.userId, user), before ? lt(letter.id, before) : undefined))
    .orderBy(desc(letter.id))
    .limit(limit)

export async function removeLetter(db: Queries, user: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(letter)
    .where(and(eq(letter.userId, user), eq(letter.id, id)))
    .returning({ id: letter.id })
  return gone.length > 0
}

export async function removeLettersOf(db: Queries, user: string) {
  await db.delete(letter).where(eq(letter.userId, user))
}

export async function removeOldLetters(db: Queries, createdBefore: Date) {
  await db.delete(letter).where(lt(letter.createdAt, createdBefore))
}

export async function countFailedSince(db: Queries, since: Date): Promise<number> {
  const [row] = await db
    .select({ failed: count() })
    .from(letter)
    .where(and(eq(letter.status, 'failed'), gt(letter.createdAt, since)))
  return row?.failed ?? 0
}
