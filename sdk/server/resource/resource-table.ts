import {
  fieldsOf,
  type FieldSpec,
  type FieldsOf,
  type Resource,
  type RowFields,
  type StoredRow,
} from '@spawnpoint/sdk/resource'
import { getTableColumns, sql, type Table } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type PgColumn,
  type PgTable,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
} from 'drizzle-orm/pg-core'
import { rowColumns } from './row-columns.ts'

/** A row as it travels: dates in ISO, only what the resource declares. */
export type ResourceRow = Readonly<Record<string, unknown>> & RowFields

/** A table that begins with `rowColumns()`. */
export type ResourceTable = PgTable & {
  readonly id: PgColumn
  readonly version: PgColumn
  readonly createdAt: PgColumn
  readonly updatedAt: PgColumn
}

type ColumnOf<V, HasDefault extends boolean> = PgColumn<{
  name: string
  tableName: string
  dataType: 'custom'
  columnType: string
  data: NonNullable<V>
  driverParam: unknown
  notNull: null extends V ? false : true
  hasDefault: HasDefault
  isPrimaryKey: false
  isAutoincrement: false
  hasRuntimeDefault: false
  enumValues: undefined
  baseColumn: never
  identity: undefined
  generated: undefined
}>

type Columns<X> = {
  readonly [
    K in Exclude<keyof StoredRow<FieldsOf<X>>, 'id' | 'version' | 'createdAt' | 'updatedAt'>
  ]: ColumnOf<StoredRow<FieldsOf<X>>[K], false>
} & {
  readonly id: ColumnOf<string, true>
  readonly version: ColumnOf<number, true>
  readonly createdAt: ColumnOf<Date, true>
  readonly updatedAt: ColumnOf<Date, true>
}

/** The Drizzle table of a resource, its columns typed by the declared fields. @example const department: TableOf<typeof departments> = resourceTable(departments) */
export type TableOf<X> = PgTableWithColumns<{
  name: string
  schema: string
  columns: Columns<X>
  dialect: 'pg'
}>

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const INT4_MAX = 2_147_483_647

const wholeNumber = (name: string, { max = INT4_MAX }: FieldSpec) =>
  max > INT4_MAX ? bigint(name, { mode: 'number' }) : integer(name)

const plainBuilders = {
  text: (name: string) => text(name),
  multiline: (name: string) => text(name),
  email: (name: string) => text(name),
  webAddress: (name: string) => text(name),
  color: (name: string) => text(name),
  choice: (name: string) => text(name),
  time: (name: string) => text(name),
  integer: wholeNumber,
  coins: wholeNumber,
  number: (name: string) => doublePrecision(name),
  boolean: (name: string) => boolean(name),
  date: (name: string) => date(name, { mode: 'string' }),
  dateTime: (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' }),
  uuid: (name: string) => uuid(name),
  schedule: (name: string) => jsonb(name),
  json: (name: string) => jsonb(name),
} as const

const columnBuilder = (name: string, spec: FieldSpec) => {
  const builder = plainBuilders[spec.kind](snakeCase(name), spec)
  // Only values that the server writes have a default: a person's are always sent.
  const isDefaulted = spec.readOnly === true && spec.initial !== undefined
  const withDefault = isDefaulted ? builder.default(spec.initial as never) : builder
  return spec.optional ? withDefault : withDefault.notNull()
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

const textKinds: readonly FieldSpec['kind'][] = ['text', 'multiline', 'email', 'webAddress', 'color']

/** The condition that the database keeps for a field, or null where the type says it all. */
const conditionOf = (column: string, { kind, min, max, values }: FieldSpec): string | null => {
  if (kind === 'choice') return `${column} in (${(values ?? []).map(literal).join(', ')})`
  if (min === undefined || max === undefined) return null
  const isText = textKinds.includes(kind)
  return `${isText ? `char_length(${column})` : column} between ${min} and ${max}`
}

const constraintsOf = (
  resource: Resource,
  columns: Readonly<Record<string, PgColumn>>,
): PgTableExtraConfigValue[] => {
  const { name: table } = resource.table
  const id = columns['id'] as PgColumn
  const stored = fieldsOf(resource, ({ computed }) => !computed).map(([key, spec]) => ({
    spec,
    column: columns[key] as PgColumn,
  }))
  const searched = stored
    .filter(({ spec }) => spec.column?.search)
    .map(({ column }) => sql.raw(`${column.name} gin_trgm_ops`))
  const [first, ...rest] = searched
  return [
    ...stored.flatMap(({ column, spec }) => {
      const condition = conditionOf(column.name, spec)
      return condition === null ? [] : [check(`${table}_${column.name}_check`, sql.raw(condition))]
    }),
    ...stored.flatMap(({ column, spec }) => {
      const name = `${table}_${column.name}_key`
      if (!spec.unique) return []
      return [
        spec.unique === 'ignoreCase'
          ? uniqueIndex(name).on(sql.raw(`lower(${column.name})`))
          : unique(name).on(column),
      ]
    }),
    ...stored
      .filter(({ spec }) => spec.column?.sort)
      .map(({ column }) => index(`${table}_${column.name}`).on(column, id)),
    ...[...new Set(['createdAt', ...resource.dates])].map((key) =>
      index(`${table}_${key === 'createdAt' ? 'created' : 'updated'}`).on(columns[key] as PgColumn, id),
    ),
    ...(first ? [index(`${table}_search`).using('gin', first, ...rest)] : []),
  ]
}

const makeTable = (resource: Resource) =>
  pgSchema(resource.table.schema).table(
    resource.table.name,
    {
      ...rowColumns(),
      ...Object.fromEntries(
        fieldsOf(resource, ({ computed }) => !computed).map(([name, spec]) => [
          name,
          columnBuilder(name, spec),
        ]),
      ),
    },
    (columns) => constraintsOf(resource, columns as unknown as Record<string, PgColumn>),
  )

const tables = new WeakMap<object, ReturnType<typeof makeTable>>()

/**
 * The Drizzle table of a resource, with the constraints and indexes that its fields ask for. The same value each time.
 *
 * @example const department = resourceTable(departments)
 */
export const resourceTable = <X extends Resource>(resource: X): TableOf<X> => {
  const table = tables.get(resource) ?? makeTable(resource)
  tables.set(resource, table)
  // Made from the same fields as the types.
  return table as unknown as TableOf<X>
}

export const columnsOf = (table: Table): Readonly<Record<string, PgColumn>> =>
  // Every table here is one of PostgreSQL, so its columns are.
  getTableColumns(table) as Record<string, PgColumn>

/** The column behind a declared field. */
export function getColumn(table: ResourceTable, key: string): PgColumn {
  const column = columnsOf(table)[key]
  if (!column) throw new Error(`E_RESOURCE_COLUMN: the table has no column '${key}'`)
  return column
}

/** The keys of a row, in the order in which they are exported. */
export const readableKeys = (resource: Resource): readonly string[] => [
  'id',
  ...Object.keys(resource.fields),
  'version',
  'createdAt',
  'updatedAt',
]

const localDay = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

const plain = (value: unknown, spec: FieldSpec | undefined): unknown => {
  if (value instanceof Date)
    // Drivers read a day as its midnight here.
    return spec?.kind === 'date' ? localDay(value) : value.toISOString()
  if (spec?.kind === 'dateTime' && typeof value === 'string') return new Date(value).toISOString()
  return typeof value === 'bigint' ? Number(value) : value
}

/** The row as the declaration describes it. */
export const toRow = (resource: Resource, stored: Readonly<Record<string, unknown>>): ResourceRow => {
  const entries = readableKeys(resource).flatMap((key) =>
    stored[key] === undefined ? [] : [[key, plain(stored[key], resource.fields[key])]],
  )
  // Every resource table has the columns of `rowColumns()`.
  return Object.fromEntries(entries) as ResourceRow
}
