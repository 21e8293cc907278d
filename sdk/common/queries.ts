import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** Drizzle over the pool. @example await db.select().from(notes) */
export type Db = NodePgDatabase<Record<string, never>>

/** Drizzle inside one transaction; usable wherever a {@link Db} reads or writes. @example await db.transaction(async (tx) => { await tx.insert(notes).values({ text: 'Hello' }) }) */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Reads and writes, in a transaction or out of one. @example const findNote = (db: Queries, id: string) => db.select().from(notes).where(eq(notes.id, id)) */
export type Queries = Db | Transaction
