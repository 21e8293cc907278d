import { asc, desc, is, sql, type SQL } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { isIdType, type Position } from './cursor.ts'
import { POSITION, turnPage, type Listed, type Page, type PageTurn } from './turn-page.ts'

/** The parts of the statement that reads one page. @example ({ past, orderBy, limit }: PageParts) => db.orm.select().from(notes).where(past).orderBy(...orderBy).limit(limit) */
export interface PageParts {
  /** Condition for the rows past the cursor; undefined on the first page. */
  readonly past: SQL | undefined
  readonly orderBy: SQL[]
  readonly limit: number
  /** Whether `orderBy` goes from low to high: on the way back it is the opposite of the list's order. */
  readonly ascending: boolean
  /** Spread into the selected columns; needed where the list has a `by`. */
  readonly position: { readonly [POSITION]: SQL.Aliased<string | null> }
}

/**
 * A list in the database and the page that is wanted of it.
 *
 * @example const request: PageRequest<Note> = { sort: 'id', order: 'desc', id: notes.id, limit: 20, read: ({ past, orderBy, limit }) => db.orm.select().from(notes).where(past).orderBy(...orderBy).limit(limit) }
 */
export interface PageRequest<Row> extends Omit<PageTurn<Row>, 'idType' | 'read' | 'sortValue'> {
  /** The column or text expression that the rows are sorted by; absent where that is the id. */
  readonly by?: PgColumn | SQL | undefined
  /** A unique column (uuid or bigint) that orders rows of equal value. */
  readonly id: PgColumn
  readonly read: (parts: PageParts) => Promise<readonly Row[]>
}

/**
 * Rows past a position, in ranges that follow each other: each is one range of an index, while "or" would read the index
 * from its beginning. NULL counts as the greatest value, as in PostgreSQL's own order and indexes.
 */
const beyond = (
  { by, id }: Pick<PageRequest<Listed>, 'by' | 'id'>,
  at: Position,
  ascending: boolean,
): readonly SQL[] => {
  const sign = sql.raw(ascending ? '>' : '<')
  const last = sql`${at.id}::${sql.raw(id.getSQLType())}`
  if (!by) return [sql`${id} ${sign} ${last}`]
  if (at.value === null) {
    const absent = sql`(${by} is null and ${id} ${sign} ${last})`
    return ascending ? [absent] : [absent, sql`${by} is not null`]
  }
  const isColumn = is(by, PgColumn)
  const value = sql`${at.value}::${sql.raw(isColumn ? by.getSQLType() : 'text')}`
  const past = sql`(${by}, ${id}) ${sign} (${value}, ${last})`
  return ascending && isColumn && !by.notNull ? [past, sql`${by} is null`] : [past]
}

/**
 * Reads one page of a list by key: the millionth row costs as much as the first. Throws `BAD_CURSOR`, which the endpoint declares.
 *
 * @example readPage({ sort: 'id', order: 'desc', id: notes.id, cursor: query.cursor, limit: query.limit, read: ({ past, orderBy, limit }) => db.orm.select().from(notes).where(past).orderBy(...orderBy).limit(limit) })
 */
export function readPage<Row extends Listed>(request: PageRequest<Row>): Promise<Page<Row>> {
  const { by, id, read, sort, order, cursor, limit } = request
  const idType = id.getSQLType()
  if (!isIdType(idType)) throw new Error(`E_LIST_ID: a list cannot be paged by a column of type ${idType}`)
  // As text and back by the column's own type: a Date of JavaScript would round PostgreSQL's microseconds.
  const position = { [POSITION]: sql<string | null>`${by ?? id}::text`.as(POSITION) } as const
  return turnPage({
    sort,
    order,
    cursor,
    limit,
    idType,
    read: async ({ at, ascending, limit: most }) => {
      const sorted = ascending ? asc : desc
      const orderBy = [...(by ? [sorted(by)] : []), sorted(id)]
      const found: Row[] = []
      for (const past of at ? beyond({ by, id }, at, ascending) : [undefined])
        if (found.length < most)
          found.push(...(await read({ past, orderBy, ascending, limit: most - found.length, position })))
      return found
    },
  })
}
