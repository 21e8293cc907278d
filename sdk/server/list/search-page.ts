import type { Queries } from '@spawnpoint/sdk/common'
import { aliasedTable, and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countRows } from './count-rows.ts'
import { plannedRows } from './planned-rows.ts'
import { readPage, type PageParts, type PageRequest } from './read-page.ts'
import type { Listed, Page } from './turn-page.ts'

/** Where the planner expects no more matches than this, their index finds them. */
const RARE = 500
/** Up to so many matches are found and sorted. */
const SORTED = 2000
/** So many are sorted where the planner expects far more. */
const SAMPLE = 500
/** So many rows are looked at in the order of the list. */
const LOOKED_AT = 1000

/** A table with an id. @example const table: SearchedTable = notes */
export type SearchedTable = PgTable & { readonly id: PgColumn }

/**
 * A search in a list and the page that is wanted of its matches.
 *
 * @example const request: SearchRequest<Note, typeof notes> = { db: db.orm, table: notes, isSearch: query.search !== '', search: (table) => contains(table.text, query.search), filter: () => undefined, sort: 'id', order: 'desc', limit: 20, read: ({ past, orderBy, limit }) => db.orm.select().from(notes).where(past).orderBy(...orderBy).limit(limit) }
 */
export interface SearchRequest<Row, Table extends SearchedTable> extends Omit<PageRequest<Row>, 'id'> {
  readonly db: Queries
  readonly table: Table
  /** The condition of the search, of the table or of an alias of it. */
  readonly search: (table: Table) => SQL | undefined
  /** The condition of the filters, in the same way. */
  readonly filter: (table: Table) => SQL | undefined
  /** True for each row of the list; stands in the condition of its indexes, such as "not deleted". */
  readonly among?: SQL | undefined
  /** False while the condition is of filters alone, for which the list has indexes. */
  readonly isSearch: boolean
}

/** A page of matches. @example const page: SearchedPage<Note> = { items: [], next: null, previous: null, total: 0 } */
export interface SearchedPage<Row> extends Page<Row> {
  /** Exact up to 2,000 matches, an estimate of the database beyond. */
  readonly total: number
  /** Present where only so many of the matches were sorted, because there are too many to sort all. */
  readonly sortedWithin?: number
}

type Request<Row> = SearchRequest<Row, SearchedTable>

const oneOf = (id: PgColumn, ids: readonly unknown[]): SQL =>
  sql`${id} = any(${sql.param(ids)}::${sql.raw(id.getSQLType())}[])`

const matching = <Row>({ search, filter }: Request<Row>, table: SearchedTable) =>
  and(search(table), filter(table))

const inOrder = (table: SearchedTable, { ascending, limit }: PageParts): SQL => {
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  const { id } = aliasedTable(table, 'looked')
  return sql`order by looked."$order" ${direction}, ${id} ${direction} limit ${limit}`
}

const withOrder = <Row>({ table, by }: Request<Row>) => ({
  ...getTableColumns(table),
  order: sql`${by ?? table.id}`.as('$order'),
})

interface Found {
  /** Ids of the page. */
  readonly ids: readonly unknown[]
  /** Number of all matches that were found. */
  readonly count: number
}

/** Finds up to `most` matches past the cursor and one more, and sorts them. */
async function findMatches<Row>(request: Request<Row>, parts: PageParts, most: number): Promise<Found> {
  const { db, table, among } = request
  const { id } = aliasedTable(table, 'looked')
  const matches = db
    .select(withOrder(request))
    .from(table)
    .where(and(among, matching(request, table), parts.past))
    // It also keeps the planner from going through the whole list in its order to meet a few.
    .limit(most + 1)
    .as('looked')
  const { rows } = await db.execute<{ id: unknown; count: string }>(
    sql`select ${id} as id, count(*) over () as count from ${matches} ${inOrder(table, parts)}`,
  )
  return { ids: rows.map((row) => row.id), count: Number(rows[0]?.count ?? 0) }
}

/** The rows that come next in the order of the list: of the filtered ones where an index has these in that order. */
async function rowsAhead<Row>(request: Request<Row>, { past, orderBy }: PageParts) {
  const { db, table, among, filter } = request
  const rowsOf = (where: SQL | undefined) =>
    db
      .select(withOrder(request))
      .from(table)
      .where(where)
      .orderBy(...orderBy)
      .limit(LOOKED_AT)
  const filtered = rowsOf(and(among, filter(table), past))
  const { rows } = await db.execute(sql`explain (format json) ${filtered}`)
  const isRange = !/"(Filter|Sort Key)":/.test(JSON.stringify(rows))
  return (isRange ? filtered : rowsOf(and(among, past))).as('looked')
}

/** Ids of the matches among the rows that come next; null where these hold less than a page of them. */
async function lookAhead<Row>(request: Request<Row>, parts: PageParts): Promise<readonly unknown[] | null> {
  const { db, table } = request
  const ahead = await rowsAhead(request, parts)
  const looked = aliasedTable(table, 'looked')
  const isMatch = matching(request, looked) ?? sql`true`
  const { rows } = await db.execute<{ id: unknown }>(
    sql`select ${looked.id} as id from ${ahead} where ${isMatch} ${inOrder(table, parts)}`,
  )
  return rows.length === parts.limit ? rows.map(({ id }) => id) : null
}

async function filteredPage<Row extends Listed>(request: Request<Row>): Promise<SearchedPage<Row>> {
  const { db, table, read } = request
  const where = and(request.among, request.filter(table))
  const page = await readPage({
    ...request,
    id: table.id,
    read: (parts) => read({ ...parts, past: and(where, parts.past) }),
  })
  return { ...page, total: await countRows(db, table, where, page) }
}

/**
 * Reads one page of the matches of a search. A rare word is found by its index and its matches are sorted; a frequent one
 * is met soon in the order of the list. One that is neither, such as a name that a list by name has only at its end, is
 * answered with some of its matches: all of them cannot be sorted in the time of a page.
 *
 * Throws `BAD_CURSOR`, which the endpoint declares.
 *
 * @example searchPage({ db: db.orm, table: notes, isSearch: query.search !== '', search: (table) => contains(table.text, query.search), filter: () => undefined, sort: 'id', order: 'desc', cursor: query.cursor, limit: query.limit, read: ({ past, orderBy, limit }) => db.orm.select().from(notes).where(past).orderBy(...orderBy).limit(limit) })
 */
export async function searchPage<Row extends Listed, Table extends SearchedTable>(
  typed: SearchRequest<Row, Table>,
): Promise<SearchedPage<Row>> {
  // The conditions take the table itself or an alias of it, which has the same columns.
  const request = typed as unknown as Request<Row>
  if (!request.isSearch) return filteredPage(request)
  const { db, table, read } = request
  const where = and(request.among, matching(request, table))
  const expected = await plannedRows(db, table, where)
  const most = expected <= 2 * SORTED ? SORTED : SAMPLE
  const state = { isWhole: expected <= RARE, isPart: false, total: null as number | null }
  const page = await readPage({
    ...request,
    id: table.id,
    read: async (parts) => {
      const first = state.isWhole ? await findMatches(request, parts, most) : null
      if (first && first.count > most) state.isWhole = false
      const ahead = state.isWhole ? null : await lookAhead(request, parts)
      if (ahead) return read({ ...parts, past: oneOf(table.id, ahead) })
      const found = first ?? (await findMatches(request, parts, most))
      state.isPart ||= found.count > most
      if (parts.past === undefined) state.total = found.count
      return read({ ...parts, past: oneOf(table.id, found.ids) })
    },
  })
  const { isWhole, isPart, total } = state
  if (isPart) return { ...page, total: Math.max(expected, most + 1), sortedWithin: most }
  // An estimate on one page would differ from the count on another.
  const counted = total ?? (isWhole ? await countRows(db, table, where, page) : expected)
  return { ...page, total: counted }
}
