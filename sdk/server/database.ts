import { defineService, type Db } from '@spawnpoint/sdk/common'
import { pgSchema, uuid } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** The database of the product. @example await db.orm.transaction(async (tx) => { await tx.insert(notes).values({ text: 'Hello' }) }) */
export interface DatabaseService {
  readonly orm: Db
  /** For hot paths: raw, prepared statements. `name` prepares the statement once per connection. */
  query<Row extends pg.QueryResultRow>(statement: {
    readonly name?: string
    readonly text: string
    readonly values?: readonly unknown[]
  }): Promise<readonly Row[]>
}

/** The token of {@link DatabaseService}. @example answer(saveNote, { db: Database }, handleSaveNote) */
export const Database = defineService<DatabaseService>('kernel.database')

/**
 * The kernel's identity row, for foreign keys of `owner` columns: `references(() => identity.id)`.
 * The only table a plugin may reference outside its own schema.
 *
 * @example pgSchema('acme').table('note', { owner: uuid().notNull().references(() => identity.id) })
 */
export const identity = pgSchema('kernel').table('identity', { id: uuid().primaryKey() })
