import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

/** Runs a statement and resolves to its rows. @example const query: RunQuery = (text, values) => server.rows(text, values) */
export type RunQuery = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

const listColumns = `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull"
  from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`

const listIndexes = `select pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique"
  from pg_index where indrelid = to_regclass($1)`

const typeText = (type: string) => type.replaceAll(/\s+\(/g, '(').replace(/^varchar/, 'character varying')

const describe = (name: string, type: string, notNull: boolean) =>
  `${name} ${typeText(type)}${notNull ? ' not null' : ''}`

/**
 * Lists differences between the database's table and the Drizzle table: columns, their types and NULLs, and for declared
 * constraints and indexes whether there is one over the same columns.
 *
 * @example expect(await compareTable(resourceTable(departments), (text, values) => server.rows(text, values))).toEqual([])
 */
export async function compareTable(table: PgTable, query: RunQuery): Promise<readonly string[]> {
  const { name, schema = 'public', indexes, uniqueConstraints } = getTableConfig(table)
  const at = `"${schema}"."${name}"`
  const found = await query(listColumns, [at])
  if (found.length === 0) return [`the database has no table ${at}`]
  const stored = found.map((row) =>
    describe(String(row['name']), String(row['type']), row['notNull'] === true),
  )
  const declared = Object.values(getTableColumns(table)).map((column) =>
    describe(column.name, column.getSQLType(), column.notNull || column.primary),
  )
  const definitions = (await query(listIndexes, [at])).map((row) => ({
    text: String(row['definition']).replaceAll('"', ''),
    isUnique: row['isUnique'] === true,
  }))
  const hasUnique = (column: string) =>
    definitions.some(({ text, isUnique }) => isUnique && text.includes(`(${column})`))
  // A list sorted by a column needs an index that begins with it.
  const startsWith = (column: string) => definitions.some(({ text }) => text.includes(`(${column}`))
  const leading = indexes.flatMap(({ config: { columns, method } }) => {
    const [first] = columns
    const column = first && 'name' in first ? first.name : undefined
    return column !== undefined && method !== 'gin' ? [column] : []
  })
  const isSearched = indexes.some(({ config }) => config.method === 'gin')
  return [
    ...declared.filter((each) => !stored.includes(each)).map((each) => `the database lacks: ${each}`),
    ...stored.filter((each) => !declared.includes(each)).map((each) => `the declaration lacks: ${each}`),
    ...uniqueConstraints
      .flatMap(({ columns }) => columns.map((column) => column.name))
      .filter((column) => !hasUnique(column))
      .map((column) => `${column} is not unique in the database`),
    ...leading.filter((column) => !startsWith(column)).map((column) => `no index begins with ${column}`),
    ...(isSearched && !definitions.some(({ text }) => text.includes('gin_trgm_ops'))
      ? ['no trigram index for the search']
      : []),
  ]
}
