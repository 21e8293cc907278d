import type { Queries } from '@spawnpoint/sdk/common'
import { aliasedTable, and, or, sql, type ColumnBaseConfig, type ColumnDataType, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countRows } from './count-rows.ts'
import { plannedRows } from './planned-rows.ts'
import { readPage, type PageParts, type PageRequest } from './read-page.ts'
import { POSITION, type Listed, type Page } from './turn-page.ts'
import { wholeRows } from './whole-rows.ts'

/** Where the planner expects no more matches than this, their index finds them: it often expects too many. */
const RARE = 4000
/** With filters, an index finds many more that the filters then drop. */
const RARE_FILTERED = 500
/** Up to so many matches are found and sorted. */
const SORTED = 500
/** So many are sorted where the planner expects far more. */
const SAMPLE = 200
/** So many rows are looked at in the order of the list. */
const LOOKED_AT = 500

type IdColumn = ColumnBaseConfig<ColumnDataType, string> & { data: Listed['id']; notNull: true }

/** A table with an id. @example const table: SearchedTable = notes */
export type SearchedTable = PgTable & { readonly id: PgColumn<IdColumn> }

/**
 * A search in a list and the page that is wanted of its matches.
 *
 * @example const request: SearchRequest<typeof notes> = { db: db.orm, table: notes, isSearch: query.search !== '', search: (table) => contains(table.text, query.search), filter: () => undefined, sort: 'id', order: 'desc', limit: 20 }
 */
export interface SearchRequest<Table extends SearchedTable> extends Omit<PageRequest<Listed>, 'id' | 'read'> {
  readonly db: Queries
  readonly table: Table
  /** The condition of the search, of the table or of an alias of it. */
  readonly search: (table: Table) => SQL | undefined
  /** Another way to match that is asked for elsewhere, such as the people a word means; meanwhile the search is planned. */
  readonly elsewhere?: Promise<(table: Table) => SQL | undefined> | undefined
  /** The condition of the filters, in the same way. */
  readonly filter: (table: Table) => SQL | undefined
  /** True for each row of the list; stands in the condition of its indexes, such as "not deleted". */
  readonly among?: SQL | undefined
  /** False while the condition is of filters alone, for which the list has indexes. */
  readonly isSearch: boolean
}

/** A page of matches. @example const page: SearchedPage<Note> = { items: [], next: null, previous: null, total: 0 } */
export interface SearchedPage<Row> extends Page<Row> {
  /** Exact up to 500 matches, an estimate of the database beyond. */
  readonly total: number
  /** Present where only so many of the matches were sorted, because there are too many to sort all. */
  readonly sortedWithin?: number
}

type Request = SearchRequest<SearchedTable>
type Rows = readonly Listed[]

const ORDER = '$order'
const COUNT = '$count'

const matching = ({ search, filter }: Request, table: SearchedTable) => and(search(table), filter(table))

interface Stored extends Record<string, unknown> {
  readonly [POSITION]?: string | null
  /** As text, since it is a bigint of the database. */
  readonly [COUNT]?: string
}

const listed = (table: SearchedTable, rows: readonly Stored[]): Rows =>
  // The table has an id.
  rows.map((row) => ({ ...wholeRows(table).read(row), [POSITION]: row[POSITION] }) as unknown as Listed)

const orderFrom = ({ table, by }: Request) => sql`${by ?? table.id}`

/** Place in the list of a row that was looked at. */
const orderOf = sql`looked.${sql.identifier(ORDER)}`
const position = sql`${orderOf}::text as ${sql.identifier(POSITION)}`

const inOrder = (looked: SearchedTable, { ascending }: PageParts): SQL => {
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  return sql`${orderOf} ${direction}, ${looked.id} ${direction}`
}

interface Found {
  /** Rows of the page. */
  readonly rows: Rows
  /** Number of all matches that were found. */
  readonly count: number
}

/** Finds up to `most` matches past the cursor and one more, and sorts them. */
async function findMatches(request: Request, parts: PageParts, most: number): Promise<Found> {
  const { db, table, among } = request
  const matches = db
    .select({ id: table.id, [ORDER]: orderFrom(request).as(ORDER) })
    .from(table)
    .where(and(among, matching(request, table), parts.past))
    // It also keeps the planner from going through the whole list in its order to meet a few.
    .limit(most + 1)
    .as('looked')
  const looked = aliasedTable(table, 'looked')
  const sorted = db
    .select({ id: looked.id, [ORDER]: orderOf.as(ORDER), [COUNT]: sql<string>`count(*) over ()`.as(COUNT) })
    .from(matches)
    .orderBy(inOrder(looked, parts))
    .limit(parts.limit)
    .as('looked')
  const { columns } = wholeRows(table)
  const { rows } = await db.execute<Stored>(
    sql`select ${columns}, ${position}, ${sql.identifier(COUNT)} from ${sorted}
      inner join ${table} on ${table.id} = ${looked.id} order by ${inOrder(looked, parts)}`,
  )
  return { rows: listed(table, rows), count: Number(rows[0]?.[COUNT] ?? 0) }
}

/** The rows that come next in the order of the list: of the filtered ones where an index has these in that order. */
async function rowsAhead(request: Request, { past, orderBy }: PageParts): Promise<SQL> {
  const { db, table, among, filter } = request
  const order = sql`${orderFrom(request)} as ${sql.identifier(ORDER)}`
  const rowsWhere = (where: SQL | undefined) =>
    sql`select *, ${order} from ${table} where ${where ?? true} order by ${sql.join(orderBy, sql`, `)} limit ${LOOKED_AT}`
  const isFilter = filter(table)
  const all = rowsWhere(and(among, past))
  if (!isFilter) return all
  const filtered = rowsWhere(and(among, isFilter, past))
  const { rows } = await db.execute(sql`explain (format json) ${filtered}`)
  const isRange = !/"(Filter|Sort Key)":/.test(JSON.stringify(rows))
  return isRange ? filtered : all
}

/** A page of matches among the rows that come next; null where these hold less. */
async function lookAhead(request: Request, parts: PageParts): Promise<Rows | null> {
  const { db, table } = request
  const looked = aliasedTable(table, 'looked')
  const { rows } = await db.execute<Stored>(
    sql`select *, ${position} from (${await rowsAhead(request, parts)}) looked
      where ${matching(request, looked)} order by ${inOrder(looked, parts)} limit ${parts.limit}`,
  )
  return rows.length === parts.limit ? listed(table, rows) : null
}

async function filteredPage(request: Request): Promise<SearchedPage<Listed>> {
  const { db, table } = request
  const where = and(request.among, request.filter(table))
  const [page, total] = await Promise.all([
    readPage({
      ...request,
      id: table.id,
      read: async ({ past, orderBy, limit, position }) => {
        const { rows } = await db.execute<Stored>(
          sql`select ${wholeRows(table).columns}, ${position[POSITION].sql} as ${sql.identifier(POSITION)} from ${table}
            where ${and(where, past) ?? true} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`,
        )
        return listed(table, rows)
      },
    }),
    countRows(db, table, where),
  ])
  return { ...page, total }
}

async function matchedPage(asked: Request): Promise<SearchedPage<Listed>> {
  const { db, table, among } = asked
  const [expected, elsewhere] = await Promise.all([
    plannedRows(db, table, and(among, matching(asked, table))),
    asked.elsewhere,
  ])
  const request: Request = { ...asked, search: (from) => or(asked.search(from), elsewhere?.(from)) }
  const most = expected <= RARE ? SORTED : SAMPLE
  const state = {
    isWhole: expected <= (asked.filter(table) ? RARE_FILTERED : RARE),
    isPart: false,
    total: null as number | null,
  }
  const page = await readPage({
    ...request,
    id: table.id,
    read: async (parts) => {
      // At the beginning a sample costs little: asking for it at the same time spares a turn where the rows ahead hold too
      // few. Past a cursor it can cost much, since the planner does not know how many matches lie there.
      const isEarly = most === SAMPLE && parts.past === undefined
      const first = state.isWhole || isEarly ? findMatches(request, parts, most) : null
      // There may be too many to sort, since the planner expects few of each word that its sample lacks.
      const looking = lookAhead(request, parts)
      // Whichever of them is not waited for may fail unheard.
      for (const each of [first, looking]) each?.catch(() => undefined)
      if (first && state.isWhole) state.isWhole = (await first).count <= most
      // The sample of a frequent word takes long: it is not waited for when the rows ahead hold a page.
      const ahead = state.isWhole ? null : await looking
      if (ahead) return ahead
      const found = await (first ?? findMatches(request, parts, most))
      state.isPart ||= found.count > most
      if (parts.past === undefined) state.total = found.count
      return found.rows
    },
  })
  const { isWhole, isPart, total } = state
  if (isPart) return { ...page, total: Math.max(expected, most + 1), sortedWithin: most }
  // An estimate on one page would differ from the count on another.
  const where = and(among, matching(request, table))
  const counted = total ?? (isWhole ? await countRows(db, table, where, page) : expected)
  return { ...page, total: counted }
}

/**
 * Reads one page of the matches of a search. A rare word is found by its index and its matches are sorted; a frequent one
 * is met soon in the order of the list. One that is neither, such as a name that a list by name has only at its end, is
 * answered with some of its matches: all of them cannot be sorted in the time of a page.
 *
 * Throws `BAD_CURSOR`, which the endpoint declares.
 *
 * @example searchPage({ db: db.orm, table: notes, isSearch: query.search !== '', search: (table) => contains(table.text, query.search), filter: () => undefined, sort: 'id', order: 'desc', cursor: query.cursor, limit: query.limit })
 */
export async function searchPage<Table extends SearchedTable>(
  typed: SearchRequest<Table>,
): Promise<SearchedPage<Table['$inferSelect']>> {
  // The conditions take the table itself or an alias of it, which has the same columns.
  const request = typed as unknown as Request
  return request.isSearch ? matchedPage(request) : filteredPage(request)
}
