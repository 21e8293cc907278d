import { existsSync } from 'node:fs'
import { ImportError } from '../import-error.ts'
import type { Source, SourceRow } from './source.ts'

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** An SQLite file. */
export async function openSqlite(file: string): Promise<Source> {
  if (!existsSync(file)) throw new ImportError(`There is no file ${file}.`)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file, { readOnly: true })
  const columns = async (table: string) => {
    const rows = database.prepare('select name, type from pragma_table_info(?)').all(table)
    if (rows.length === 0) return null
    return new Map(rows.map(({ name, type }) => [String(name), String(type).toLowerCase()]))
  }
  try {
    await columns('sqlite_schema')
  } catch {
    database.close()
    throw new ImportError(`${file} is no SQLite database.`)
  }
  return {
    columns,
    async *rows(table) {
      const statement = database.prepare(`select * from ${quote(table)}`)
      statement.setReadBigInts(true)
      for (const row of statement.iterate())
        yield Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, asText(value)]),
        ) as SourceRow
    },
    close: async () => database.close(),
  }
}
