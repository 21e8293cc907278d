import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { isReadBy } from './is-read-by.ts'
import { attachment, leftover, message, ticket, type Attachment } from './tables.ts'

const at = (owner: string, ticketId: string | null) =>
  and(
    eq(attachment.owner, owner),
    isNull(attachment.messageId),
    ticketId === null ? isNull(attachment.ticketId) : eq(attachment.ticketId, ticketId),
  )

/** Uploads of one person are counted one after the other. */
export const lockUploads = (tx: Queries, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tickets.files:' || ${owner}, 0))`)

export const insertAttachment = (tx: Queries, row: typeof attachment.$inferInsert) =>
  tx.insert(attachment).values(row)

export const countUnsent = (db: Queries, owner: string): Promise<number> =>
  db.$count(attachment, and(eq(attachment.owner, owner), isNull(attachment.messageId)))

export const countUploads = (db: Queries, owner: string, since: Date): Promise<number> =>
  db.$count(attachment, and(eq(attachment.owner, owner), gt(attachment.createdAt, since)))

/** Files in messages that a customer sees, but the pictures that are their own. */
export const findOwnFiles = (db: Queries, customer: string): Promise<Attachment[]> =>
  db
    .select()
    .from(attachment)
    .where(
      and(
        inArray(
          attachment.messageId,
          db
            .select({ id: message.id })
            .from(message)
            .where(isReadBy(sql`${customer}::uuid`)),
        ),
        or(isNull(attachment.pictureId), ne(attachment.owner, customer)),
      ),
    )
    .orderBy(attachment.id)

export const listUnsent = (db: Queries, owner: string, ticketId: string | null): Promise<Attachment[]> =>
  db
    .select()
    .from(attachment)
    .where(at(owner, ticketId))
    .orderBy(asc(attachment.createdAt), asc(attachment.id))

/** Sends uploaded files with a message. False where one of them is not the writer's, or is sent already. */
export async function sendAttachments(
  tx: Queries,
  { ids, place, made }: { ids: readonly string[]; place: string | null; made: typeof message.$inferSelect },
): Promise<boolean> {
  // An added plugin sends none.
  if (ids.length === 0 || made.author === null) return ids.length === 0
  const { rowCount } = await tx
    .update(attachment)
    .set({ messageId: made.id, ticketId: made.ticketId })
    .where(and(inArray(attachment.id, [...ids]), at(made.author, place)))
  return rowCount === new Set(ids).size
}

/** Is this the message that was sent before, with the same text and files, in the same ticket? */
export async function isRepeated(
  db: Queries,
  { id, ticketId, origins, body: text }: typeof message.$inferSelect,
  { ticket: place, body, files }: { ticket: string; body: string; files: readonly string[] },
): Promise<boolean> {
  if ((origins[0] ?? ticketId) !== place || text !== body) return false
  const rows = await db.select({ id: attachment.id }).from(attachment).where(eq(attachment.messageId, id))
  return rows.length === new Set(files).size && rows.every((row) => files.includes(row.id))
}

/** The files of an undone reply wait for the next one. */
export const takeAttachmentsBack = (tx: Queries, messageId: bigint) =>
  tx.update(attachment).set({ messageId: null }).where(eq(attachment.messageId, messageId))

export const listAttachments = (db: Queries, messages: readonly bigint[]): Promise<Attachment[]> =>
  messages.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(attachment)
        .where(inArray(attachment.messageId, [...messages]))
        .orderBy(asc(attachment.createdAt), asc(attachment.id))

/** A file with the message and the ticket that it was sent with, where it was. */
export const findAttachment = async (db: Queries, id: string) => {
  const [found] = await db
    .select({
      file: attachment,
      customer: ticket.owner,
      internal: message.internal,
      releasedAt: message.releasedAt,
    })
    .from(attachment)
    .leftJoin(message, eq(message.id, attachment.messageId))
    .leftJoin(ticket, eq(ticket.id, message.ticketId))
    .where(eq(attachment.id, id))
  return found ?? null
}

/** False where it is not there, another's, or sent. */
export const deleteUnsent = async (db: Queries, owner: string, id: string): Promise<boolean> => {
  const { rowCount } = await db
    .delete(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.owner, owner), isNull(attachment.messageId)))
  return rowCount === 1
}

export const deleteUnsentOf = (tx: Queries, owner: string) =>
  tx.delete(attachment).where(and(eq(attachment.owner, owner), isNull(attachment.messageId)))

export const deleteUnsentBefore = (db: Queries, before: Date) =>
  db.delete(attachment).where(and(isNull(attachment.messageId), lt(attachment.createdAt, before)))

export const insertLeftover = (db: Queries, row: typeof leftover.$inferInsert) =>
  db.insert(leftover).values(row)

export const listLeftovers = (db: Queries, now: Date, limit: number) =>
  db.select().from(leftover).where(lte(leftover.dueAt, now)).orderBy(asc(leftover.dueAt)).limit(limit)

export const deleteLeftover = (db: Queries, id: string) => db.delete(leftover).where(eq(leftover.id, id))
