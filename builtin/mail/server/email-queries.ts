import type { Email } from '@spawnpoint/contracts/mail'
import { readPage } from '@spawnpoint/sdk/list/server'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, eq, gt, isNotNull, lt, max, ne, notExists, or, sql } from 'drizzle-orm'
import { bounce, email, type StoredEmail } from './tables.ts'

/** Null where an email with its key is there. */
export async function insertEmail(
  tx: Queries,
  written: Email & { readonly bodyHtml: string | null; readonly refused: string | null },
  now: Date,
) {
  const { to, subject, paragraphs, purpose, action, bodyHtml, requested = false, refused, key } = written
  const isSent = refused === null
  const id = createRowId(now.getTime())
  const { rowCount } = await tx
    .insert(email)
    .values({
      id,
      userId: to.user,
      address: to.address,
      locale: to.locale,
      purpose: `${purpose.plugin}.${purpose.kind}`,
      subject,
      paragraphs: [...paragraphs],
      bodyHtml: isSent ? bodyHtml : null,
      actionLabel: action?.label ?? null,
      actionUrl: isSent ? (action?.url ?? null) : null,
      ...(!isSent && { status: 'failed' as const, failure: refused }),
      createdAt: now,
      requested,
      key: key ?? null,
    })
    .onConflictDoNothing({ target: email.key })
  return rowCount === 1 ? id : null
}

export async function findEmail(db: Queries, id: string): Promise<StoredEmail | null> {
  const [found] = await db.select().from(email).where(eq(email.id, id))
  return found ?? null
}

export async function markSent(db: Queries, id: string, sentAt: Date) {
  await db
    .update(email)
    .set({ status: 'sent', sentAt, failure: null, actionUrl: null, bodyHtml: null })
    .where(eq(email.id, id))
}

/** Tried again later; staff see meanwhile why it waits. */
export async function markWaiting(db: Queries, id: string, failure: string) {
  await db.update(email).set({ failure }).where(eq(email.id, id))
}

/** Given up for good: the link in it is of no use to anybody any more. False when the email was deleted meanwhile. */
export async function markFailed(db: Queries, id: string, failure: string): Promise<boolean> {
  const rows = await db
    .update(email)
    .set({ status: 'failed', failure, actionUrl: null, bodyHtml: null })
    .where(eq(email.id, id))
    .returning({ id: email.id })
  return rows.length === 1
}

// The link of an email is not even read.
const shown = {
  id: email.id,
  address: email.address,
  subject: email.subject,
  paragraphs: email.paragraphs,
  status: email.status,
  failure: email.failure,
  createdAt: email.createdAt,
  sentAt: email.sentAt,
}

/** Newest first; ids made later sort later. */
export const listEmails = (
  db: Queries,
  user: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) =>
  readPage({
    sort: 'id',
    order: 'desc',
    id: email.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db
        .select(shown)
        .from(email)
        .where(and(eq(email.userId, user), past))
        .orderBy(...orderBy)
        .limit(most),
  })

export async function removeEmail(db: Queries, user: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(email)
    .where(and(eq(email.userId, user), eq(email.id, id)))
    .returning({ id: email.id })
  return gone.length > 0
}

/** Answers the addresses that they went to. */
export async function removeEmailsOf(db: Queries, user: string): Promise<readonly string[]> {
  const gone = await db.delete(email).where(eq(email.userId, user)).returning({ address: email.address })
  return [...new Set(gone.map(({ address }) => address))]
}

export async function removeOldEmails(db: Queries, createdBefore: Date) {
  await db.delete(email).where(lt(email.createdAt, createdBefore))
}

/**
 * Emails since then that were given up, and those that were refused and are tried again. An address that bounced is no
 * fault of the mail server: anybody can register with one.
 */
export async function countTroubleSince(db: Queries, since: Date) {
  const ofBounced = db
    .select({ address: bounce.address })
    .from(bounce)
    .where(eq(bounce.address, sql`lower(trim(${email.address}))`))
  const rows = await db
    .select({ status: email.status, emails: count(), reason: max(email.failure) })
    .from(email)
    .where(
      and(
        ne(email.status, 'sent'),
        isNotNull(email.failure),
        gt(email.createdAt, since),
        or(eq(email.status, 'queued'), notExists(ofBounced)),
      ),
    )
    .groupBy(email.status)
  const of = (status: StoredEmail['status']) => rows.find((row) => row.status === status)
  return {
    failed: of('failed')?.emails ?? 0,
    waiting: of('queued')?.emails ?? 0,
    reason: of('queued')?.reason ?? of('failed')?.reason ?? null,
  }
}
