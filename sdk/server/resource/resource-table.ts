import { rowShape, type Resource } from '@spawnpoint/sdk/common'
import { getTableColumns, type Table } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** A row as it travels: dates in ISO, nothing but what the resource declares. */
export type ResourceRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly version: number
}

/** A table that begins with `rowColumns()`. */
export type ResourceTable = PgTable & {
  readonly id: PgColumn
  readonly version: PgColumn
  readonly createdAt: PgColumn
  readonly updatedAt: PgColumn
}

export const columnsOf = (table: Table): Readonly<Record<string, PgColumn>> =>
  // Every table here is one of PostgreSQL, so its columns are.
  getTableColumns(table) as Record<string, PgColumn>

/** The column behind a declared key. Throws where declaration and table differ: a fault of the plugin. */
export function getColumn(table: ResourceTable, key: string): PgColumn {
  const column = columnsOf(table)[key]
  if (!column) throw new Error(`E_RESOURCE_COLUMN: the table has no column '${key}'`)
  return column
}

/** The keys of a row that may be read, in the order in which they are exported. */
export const readableKeys = (resource: Resource): readonly string[] => [
  'id',
  ...Object.keys(resource.fields.shape),
  ...Object.keys(resource.computed ?? {}),
  ...Object.keys(rowShape).filter((key) => key !== 'id'),
]

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? Number(value) : value
}

/** What the table holds, as the declaration wants it. Columns that it does not name stay inside. */
export const toRow = (resource: Resource, stored: Readonly<Record<string, unknown>>): ResourceRow => {
  const entries = readableKeys(resource).flatMap((key) =>
    stored[key] === undefined ? [] : [[key, plain(stored[key])]],
  )
  // `id` and `version` stand in every resource table.
  return Object.fromEntries(entries) as ResourceRow
}
