import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '@spawnpoint/sdk/common'
import { writeCursor, type Order, type Position, type Start } from './cursor.ts'
import { columnsOf, type ResourceTable } from './resource-table.ts'

/** Input for reading one page of a list. */
export interface PageRequest {
  readonly table: ResourceTable
  readonly where: SQL | undefined
  readonly column: PgColumn
  readonly order: Order
  readonly start: Start
  readonly limit: number
}

type Stored = Record<string, unknown>

/** A page, and the cursors of its neighbours. */
export interface Page {
  readonly rows: readonly Stored[]
  readonly next: string | null
  readonly previous: string | null
}

// As text and back by the column's own type: a Date of JavaScript would round PostgreSQL's microseconds.
const POSITION = '$position'

const positionOf = (row: Stored): Position => {
  const value = row[POSITION]
  return { value: typeof value === 'string' ? value : null, id: String(row['id']) }
}

/** Rows past a position. NULL counts as the greatest value, as in PostgreSQL's own order and indexes. */
const beyond = ({ table, column }: PageRequest, at: Position, ascending: boolean): SQL | undefined => {
  const sign = sql.raw(ascending ? '>' : '<')
  const id = sql`${at.id}::uuid`
  if (at.value === null)
    return ascending
      ? sql`(${column} is null and ${table.id} > ${id})`
      : sql`(${column} is not null or ${table.id} < ${id})`
  const value = sql`${at.value}::${sql.raw(column.getSQLType())}`
  const past = sql`(${column}, ${table.id}) ${sign} (${value}, ${id})`
  return ascending && !column.notNull ? sql`(${past} or ${column} is null)` : past
}

const readRows = (db: Queries, request: PageRequest): Promise<Stored[]> => {
  const { table, where, column, order, start, limit } = request
  const ascending = (order.order === 'asc') === (start.direction === 'next')
  const sorted = ascending ? asc : desc
  return db
    .select({ ...columnsOf(table), [POSITION]: sql<string | null>`${column}::text`.as(POSITION) })
    .from(table)
    .where(and(where, start.at ? beyond(request, start.at, ascending) : undefined))
    .orderBy(sorted(column), sorted(table.id))
    .limit(limit + 1)
}

/** Reads one page by key: the millionth row costs what the first does. */
export async function loadPage(db: Queries, request: PageRequest): Promise<Page> {
  const { order, start, limit } = request
  const forward = start.direction === 'next'
  const found = await readRows(db, request)
  const more = found.length > limit
  const page = found.slice(0, limit)
  // Rows can vanish between two pages: then the nearest full page is more use than a rest of one.
  if (start.at && forward && page.length === 0)
    return loadPage(db, { ...request, start: { direction: 'previous', at: null } })
  if (start.at && !forward && page.length < limit)
    return loadPage(db, { ...request, start: { direction: 'next', at: null } })
  const rows = forward ? page : page.toReversed()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = forward ? more : start.at !== null
  const hasPrevious = forward ? start.at !== null : more
  return {
    rows,
    next: hasNext && last ? writeCursor(order, 'next', positionOf(last)) : null,
    previous: hasPrevious && first ? writeCursor(order, 'previous', positionOf(first)) : null,
  }
}
