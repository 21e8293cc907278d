import { asc, desc, gt, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Where a page begins: `n.<id>` reads on to older rows, `p.<id>` back to newer ones. */
type Start = { readonly back: boolean; readonly id: string | null }

/** Null when the text is no cursor. */
export const readStart = (cursor: string | undefined, idPattern: RegExp): Start | null => {
  if (cursor === undefined) return { back: false, id: null }
  const [, direction, id = ''] = /^([np])\.(.+)$/.exec(cursor) ?? []
  return direction && idPattern.test(id) ? { back: direction === 'p', id } : null
}

/** Condition and order of a page over ids that grow with time; newest first. */
export const pageOver = <Id>(
  column: PgColumn,
  { back, id }: Start,
  parse: (text: string) => Id,
): { past: SQL | undefined; order: SQL } => ({
  past: id === null ? undefined : back ? gt(column, parse(id)) : lt(column, parse(id)),
  order: back ? asc(column) : desc(column),
})

/** Cuts the one row too many that tells whether there is more, and names the neighbours. */
export const cutPage = <Row extends { id: string }>(
  found: readonly Row[],
  limit: number,
  { back, id }: Start,
) => {
  const more = found.length > limit
  const page = found.slice(0, limit)
  const rows = back ? page.toReversed() : page
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = back ? id !== null : more
  const hasPrevious = back ? more : id !== null
  return {
    rows,
    next: hasNext && last ? `n.${last.id}` : null,
    previous: hasPrevious && first ? `p.${first.id}` : null,
  }
}
