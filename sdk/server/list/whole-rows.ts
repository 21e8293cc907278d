import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

type Stored = Readonly<Record<string, unknown>>

interface WholeRows {
  /** Every column of the table, or of an alias of it. */
  readonly columns: SQL
  /** The row as Drizzle would give it, by the names of the columns in code. */
  read(stored: Stored): Record<string, unknown>
}

const quoted = (name: string) => `"${name.replaceAll(`"`, `""`)}"`

const makeWholeRows = (table: PgTable): WholeRows => {
  const columns = Object.entries(getTableColumns(table))
  const { schema } = getTableConfig(table)
  const from = [...(schema === undefined ? [] : [schema]), getTableName(table)].map(quoted).join('.')
  return {
    columns: sql.raw(columns.map(([, { name }]) => `${from}.${quoted(name)}`).join(', ')),
    read: (stored) => {
      const row: Record<string, unknown> = {}
      for (const [key, column] of columns) {
        const value = stored[column.name]
        row[key] = value === null ? null : column.mapFromDriverValue(value)
      }
      return row
    },
  }
}

const made = new WeakMap<PgTable, WholeRows>()

/**
 * All columns of a table as one piece of a statement. Drizzle puts a statement together column by column, each time anew,
 * which took a third of the time of a page of a wide table.
 */
export function wholeRows(table: PgTable): WholeRows {
  const known = made.get(table) ?? makeWholeRows(table)
  made.set(table, known)
  return known
}
