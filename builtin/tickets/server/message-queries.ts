import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { message, type Message } from './tables.ts'

/** Null where the writer, a person or an added plugin, has used the request key before. */
export const insertMessage = async (
  tx: Queries,
  row: typeof message.$inferInsert,
): Promise<Message | null> => {
  const [made] = await tx.insert(message).values(row).onConflictDoNothing().returning()
  return made ?? null
}

export const findMessageByRequest = async (
  db: Queries,
  author: string,
  requestKey: string,
): Promise<Message | null> => {
  const [found] = await db
    .select()
    .from(message)
    .where(and(eq(message.author, author), eq(message.requestKey, requestKey)))
  return found ?? null
}

export const findMessageOfPlugin = async (
  db: Queries,
  plugin: string,
  requestKey: string,
): Promise<Message | null> => {
  const [found] = await db
    .select()
    .from(message)
    .where(and(eq(message.plugin, plugin), eq(message.requestKey, requestKey)))
  return found ?? null
}

export const listMessages = (db: Queries, ticketId: string): Promise<Message[]> =>
  db.select().from(message).where(eq(message.ticketId, ticketId)).orderBy(asc(message.id))

/** The messages that the customer sees: no notes, and no reply that can still be undone. */
export const listPublicMessages = (db: Queries, ticketId: string): Promise<Message[]> =>
  db
    .select()
    .from(message)
    .where(and(eq(message.ticketId, ticketId), eq(message.internal, false), isNotNull(message.releasedAt)))
    .orderBy(asc(message.id))

/** Counts the messages of all writers, or of one added plugin. */
export const countMessages = (db: Queries, ticketId: string, plugin?: string): Promise<number> =>
  db.$count(
    message,
    and(eq(message.ticketId, ticketId), plugin === undefined ? undefined : eq(message.plugin, plugin)),
  )

/** The last message to or from the customer, by somebody else, after the one that a writer saw. */
export const findNewer = async (
  db: Queries,
  ticketId: string,
  { seen, writer }: { readonly seen: string | null; readonly writer: string },
): Promise<Message | null> => {
  const [found] = await db
    .select()
    .from(message)
    .where(
      and(
        eq(message.ticketId, ticketId),
        eq(message.internal, false),
        sql`${message.author} is distinct from ${writer}`,
        gt(message.id, BigInt(seen ?? '0')),
      ),
    )
    .orderBy(desc(message.id))
    .limit(1)
  return found ?? null
}

export const lockMessage = async (tx: Transaction, id: bigint): Promise<Message | null> => {
  const [found] = await tx.select().from(message).where(eq(message.id, id)).for('update')
  return found ?? null
}

export const markReleased = (tx: Queries, id: bigint, releasedAt: Date) =>
  tx.update(message).set({ releasedAt }).where(eq(message.id, id))

export const deleteMessage = (tx: Queries, id: bigint) => tx.delete(message).where(eq(message.id, id))
