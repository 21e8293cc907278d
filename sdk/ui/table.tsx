// The roles are repeated because the narrow layout changes `display`, which drops them in some browsers.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from './icons.ts'
import { Empty } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'
import { useUiText } from './ui-text.ts'

/** A column and how a row looks in it. @example const name: Column<User> = { id: 'name', header: 'Name', cell: (user) => user.name } */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'start' | 'end'
  /** The header is spoken, not drawn: a column of buttons. */
  hideHeader?: boolean
}

/** The column that orders the rows. @example const sort: Sort = { column: 'name', direction: 'ascending' } */
export type Sort = { column: string; direction: 'ascending' | 'descending' }

/** Props of `Table`. @example const props: TableProps<User> = { caption: 'Users', columns, rows: users, rowKey: (user) => user.id } */
export type TableProps<Row> = {
  caption: string
  showCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  loading?: boolean
  skeletonRows?: number
  empty?: ReactNode
}

const flipped = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
})

const SortIcon = ({ direction }: { direction: Sort['direction'] | undefined }) => {
  if (!direction) return <ChevronsUpDown aria-hidden />
  return direction === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />
}

const Header = <Row,>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) => {
  const text = useUiText()
  const { id, header, sortable, align, hideHeader } = column
  const direction = sort?.column === id ? sort.direction : undefined
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={direction}
      className={align === 'end' ? 'sp-align-end' : undefined}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className="sp-sort"
          title={text('ui.sortBy', { column: header })}
          onClick={() => onSort(flipped(sort, id))}
        >
          {header}
          <SortIcon direction={direction} />
        </button>
      ) : (
        <span className={hideHeader ? 'sp-hidden' : undefined}>{header}</span>
      )}
    </th>
  )
}

const Cell = <Row,>({ column, children }: { column: Column<Row>; children: ReactNode }) => (
  <td
    role="cell"
    className={classNames('sp-cell', column.align === 'end' && 'sp-align-end')}
    data-label={column.hideHeader ? undefined : column.header}
  >
    {children}
  </td>
)

const LoadingRows = <Row,>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) => (
  <tbody className="sp-table-loading" aria-hidden="true">
    {Array.from({ length: count }, (_, row) => (
      <tr key={row}>
        {columns.map((column) => (
          <Cell key={column.id} column={column}>
            <Skeleton />
          </Cell>
        ))}
      </tr>
    ))}
  </tbody>
)

const Rows = <Row,>({
  columns,
  rows,
  rowKey,
}: Pick<TableProps<Row>, 'columns' | 'rowKey'> & { rows: readonly Row[] }) => (
  <tbody role="rowgroup">
    {rows.map((row) => (
      <tr key={rowKey(row)} role="row">
        {columns.map((column) => (
          <Cell key={column.id} column={column}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
    ))}
  </tbody>
)

/**
 * Rows of one kind; where there is little room each becomes a small card. Loading and empty are drawn.
 * @example <Table caption="Users" columns={columns} rows={users} rowKey={(user) => user.id} />
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, showCaption = false, columns, rows = [], rowKey, sort, onSort } = props
  const { loading = false, skeletonRows = 6, empty = <Empty /> } = props
  const text = useUiText()
  if (!loading && rows.length === 0) return <div className="sp-table-frame">{empty}</div>
  return (
    <div className="sp-table-frame">
      {loading && <output className="sp-hidden">{text('ui.loading')}</output>}
      <table className="sp-table" role="table" aria-busy={loading || undefined}>
        <caption className={showCaption ? undefined : 'sp-hidden'}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} {...(onSort && { onSort })} />
            ))}
          </tr>
        </thead>
        {rows.length === 0 ? (
          <LoadingRows columns={columns} count={skeletonRows} />
        ) : (
          <Rows columns={columns} rows={rows} rowKey={rowKey} />
        )}
      </table>
    </div>
  )
}
