import type { ReactNode } from 'react'

/**
 * Place of a column in the two-line row of a phone: the title, badges beside it, facts on the second line, a figure at
 * the end, a labelled line of its own, or only in the details of the row.
 *
 * @example const place: PhonePlace = 'badge'
 */
export type PhonePlace = 'title' | 'badge' | 'meta' | 'end' | 'line' | 'hidden'

/** A column and how a row looks in it. @example const name: Column<User> = { id: 'name', header: 'Name', cell: (user) => user.name } */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'start' | 'end'
  /** The header is spoken, not drawn: a column of buttons. */
  hideHeader?: boolean
  /** A picture before the cell; on a phone it stands beside both lines of the row. */
  lead?: (row: Row) => ReactNode
  /** By default the first column is the title, those without a header are in the details, the others are facts. */
  phone?: PhonePlace
  /** Draws the header before the fact: for figures that do not explain themselves, and by default for those at the end. */
  phoneLabel?: boolean
  /** Not drawn as a column where there is room for columns. */
  phoneOnly?: boolean
  /** A phone draws it in place of `cell`, such as a name without its description. */
  phoneCell?: (row: Row) => ReactNode
}

/** The columns by their places in a phone's row. */
export type PlacedColumns<Row> = Readonly<Record<PhonePlace, readonly Column<Row>[]>>

/** Sorts columns into the places of a phone's row; those that declare none get one by their order and kind. */
export const placeColumns = <Row>(columns: readonly Column<Row>[]): PlacedColumns<Row> => {
  const title = columns.find(({ phone }) => phone === 'title') ?? columns.find(({ phone }) => !phone)
  const placeOf = (column: Column<Row>): PhonePlace => {
    if (column === title) return 'title'
    return column.phone ?? (column.hideHeader ? 'hidden' : 'meta')
  }
  const at = (place: PhonePlace) => columns.filter((column) => placeOf(column) === place)
  return {
    title: at('title'),
    badge: at('badge'),
    meta: at('meta'),
    end: at('end'),
    line: at('line'),
    hidden: at('hidden'),
  }
}
