import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** Drizzle over the pool. @example db.select().from(locations) */
export type Db = NodePgDatabase<Record<string, never>>

/** Drizzle inside one transaction; usable wherever a {@link Db} reads or writes. @example db.transaction(async (tx) => { … }) */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Reads and writes, in a transaction or out of one. @example const find = (db: Queries, id: string) => … */
export type Queries = Db | Transaction
