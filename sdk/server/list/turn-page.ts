import { EndpointFailure } from '../answer.ts'
import { readCursor, writeCursor, type IdType, type Order, type Position, type Start } from './cursor.ts'
import { isUnreadableValue, readDatabaseFailure } from './database-failure.ts'

/** The key of a row under which the value of the sort column travels, as text. */
export const POSITION = '$position'

/** A page, and the cursors of its neighbors. @example const page: Page<Note> = { items: [], next: null, previous: null } */
export interface Page<Row> {
  readonly items: readonly Row[]
  readonly next: string | null
  readonly previous: string | null
}

/** One read of a page: rows past `at` in this direction; `at` is null at the beginning. @example const first: PageStep = { at: null, ascending: false, limit: 20 } */
export interface PageStep {
  readonly at: Position | null
  readonly ascending: boolean
  readonly limit: number
}

/**
 * A list in a fixed order and the page that is wanted of it.
 *
 * @example const turn: PageTurn<AuditEntry> = { sort: 'id', order: 'desc', idType: 'bigint', limit: 20, read: ({ at, ascending, limit }) => audit.list({ ...(ascending ? { after: at?.id ?? '0' } : at && { before: at.id }), limit }) }
 */
export interface PageTurn<Row> extends Order {
  readonly idType: IdType
  readonly cursor?: string | undefined
  readonly limit: number
  /** Value of the sort column in a row, as text; needed for every order but that of the ids. */
  readonly sortValue?: (row: Row) => string | null
  readonly read: (step: PageStep) => Promise<readonly Row[]>
}

/** A row of a list, known by its id. @example const row: Listed = { id: '7' } */
export type Listed = { readonly id: string | number | bigint }

function positionOf<Row extends Listed>({ sort, sortValue }: PageTurn<Row>, row: Row): Position {
  const id = String(row.id)
  if (sortValue) return { value: sortValue(row), id }
  const value: unknown = Reflect.get(row, POSITION)
  // Without the value the next page would begin at the id alone, and leave rows out.
  if (value === undefined && sort !== 'id')
    throw new Error(
      `E_LIST_VALUE: a list sorted by ${sort} needs sortValue, the value of that column in a row`,
    )
  return { value: typeof value === 'string' ? value : null, id }
}

async function pageFrom<Row extends Listed>(
  turn: PageTurn<Row>,
  { direction, at }: Start,
): Promise<Page<Row>> {
  const { order, limit, read } = turn
  const forward = direction === 'next'
  const found = await read({ at, ascending: (order === 'asc') === forward, limit: limit + 1 })
  const more = found.length > limit
  const page = found.slice(0, limit)
  // Rows can vanish between two pages: then the nearest full page is more useful than the rest of one.
  if (at && forward && page.length === 0) return pageFrom(turn, { direction: 'previous', at: null })
  if (at && !forward && page.length < limit) return pageFrom(turn, { direction: 'next', at: null })
  const items = forward ? page : page.toReversed()
  const [first, last] = [items[0], items.at(-1)]
  const hasNext = forward ? more : at !== null
  const hasPrevious = forward ? at !== null : more
  return {
    items,
    next: hasNext && last ? writeCursor(turn, 'next', positionOf(turn, last)) : null,
    previous: hasPrevious && first ? writeCursor(turn, 'previous', positionOf(turn, first)) : null,
  }
}

const badCursor = () => new EndpointFailure('BAD_CURSOR', 400)

const readStart = ({ cursor, idType, ...order }: Omit<PageTurn<Listed>, 'sortValue' | 'read'>): Start => {
  if (cursor === undefined) return { direction: 'next', at: null }
  const start = readCursor(cursor, order, idType)
  if (!start) throw badCursor()
  return start
}

/**
 * One page of rows that a service lists by key, in both directions. Throws `BAD_CURSOR`, which the endpoint declares.
 *
 * @example turnPage({ sort: 'id', order: 'desc', idType: 'bigint', cursor: query.cursor, limit: query.limit, read: ({ at, ascending, limit }) => audit.list({ ...(ascending ? { after: at?.id ?? '0' } : at && { before: at.id }), limit }) })
 */
export async function turnPage<Row extends Listed>(turn: PageTurn<Row>): Promise<Page<Row>> {
  const start = readStart(turn)
  try {
    return await pageFrom(turn, start)
  } catch (error) {
    throw start.at && isUnreadableValue(readDatabaseFailure(error)) ? badCursor() : error
  }
}
