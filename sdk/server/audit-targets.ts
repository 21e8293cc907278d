import { defineService, memberOf, type Queries } from '@spawnpoint/sdk/common'
import { inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Database, type DatabaseService } from './database.ts'
import type { Provided } from './plugin-server.ts'

/** Names of the rows that entries of the audit log are about. @example const source: AuditTargetSource = { prefix: 'acme-notes', permission: 'admin.notes.list', page: 'acme-notes-edit', namesOf: async () => new Map() } */
export interface AuditTargetSource {
  /** The part before the colon in the actions of its entries: `acme-notes` for `acme-notes:created`. */
  readonly prefix: string
  /** Permission of the names; without it the log shows ids. */
  readonly permission: string
  /** Route of a row's page, whose parameter is `id`; null where rows have none. */
  readonly page: string | null
  /**
   * Field of an entry's values with the id of the row, for entries whose target is the person whom they concern: the log
   * shows the row as the target and the person beside it, and finds the entry by both.
   */
  readonly idFrom?: 'server'
  /** Names by id. Rows that are gone, and ids that are none of its rows, are left out. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/**
 * The family of tokens under which plugins name the targets of their entries in the audit log. Resources of built-ins do
 * so by themselves.
 *
 * @example provide(memberOf(AuditTargets, 'acme-notes'), {}, () => ({ prefix: 'acme-notes', permission: 'admin.notes.list', page: null, namesOf: async () => new Map() }))
 */
export const AuditTargets = defineService<AuditTargetSource>('kernel.audit-targets')

/** Rows of a table whose ids are UUIDs, and the column that names them. @example const rows = (columns: Pick<AuditTargetRows, 'table' | 'id' | 'name'>): AuditTargetRows => ({ prefix: 'acme-notes', permission: 'admin.notes.list', page: null, ...columns }) */
export interface AuditTargetRows extends Omit<AuditTargetSource, 'namesOf'> {
  readonly table: PgTable
  readonly id: PgColumn
  readonly name: PgColumn
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readAuditTargets = (
  db: Queries,
  { table, id, name, ...source }: AuditTargetRows,
): AuditTargetSource => ({
  ...source,
  async namesOf(asked) {
    const ids = asked.filter((each) => isUuid.test(each))
    if (ids.length === 0) return new Map()
    const rows = await db.select({ id, name }).from(table).where(inArray(id, ids))
    return new Map(rows.map((row) => [String(row.id), String(row.name)]))
  },
})

/**
 * Names the rows of a table in the audit log, for the list `provides` of a plugin's server module.
 *
 * @example
 * const targets = (columns: Pick<AuditTargetRows, 'table' | 'id' | 'name'>) =>
 *   provideAuditTargets({ prefix: 'acme-notes', permission: 'admin.notes.list', page: null, ...columns })
 */
export const provideAuditTargets = (rows: AuditTargetRows): Provided => ({
  token: memberOf(AuditTargets, rows.prefix),
  uses: { db: Database },
  create: ({ db }: { readonly db: DatabaseService }) => readAuditTargets(db.orm, rows),
})
