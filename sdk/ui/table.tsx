import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Column } from './columns.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from './icons.ts'
import { Menu } from './menu.tsx'
import { Empty } from './empty.tsx'
import { PhoneRows, PhoneSkeleton } from './phone-rows.tsx'
import { LoadingText, Skeleton } from './skeleton.tsx'
import { useUiText } from './ui-text.ts'
import { useRoom } from './use-room.ts'

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

/** A column of buttons stays in sight while the others scroll below it. */
const cellClass = ({
  align,
  hideHeader,
}: {
  align?: Column<never>['align'] | undefined
  hideHeader?: boolean | undefined
}) => classNames(align === 'end' && 'sp-align-end', hideHeader && 'sp-cell-fixed')

const Header = <Row,>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) => {
  const text = useUiText()
  const { id, header, sortable, align, hideHeader } = column
  const direction = sort?.column === id ? sort.direction : undefined
  return (
    <th scope="col" aria-sort={direction} className={cellClass({ align, hideHeader })}>
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

/** Text of any length takes two lines; all of it is in its title. */
const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const cell = column.cell(row)
  const text =
    typeof cell === 'string' ? (
      <span className="sp-clamp" title={cell}>
        {cell}
      </span>
    ) : (
      cell
    )
  return (
    <td className={cellClass(column)}>
      {column.lead ? (
        <span className="sp-cell-lead">
          {column.lead(row)}
          {text}
        </span>
      ) : (
        text
      )}
    </td>
  )
}

const LoadingRows = <Row,>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) => (
  <tbody className="sp-table-loading" aria-hidden="true">
    {Array.from({ length: count }, (_, row) => (
      <tr key={row}>
        {columns.map((column) => (
          <td key={column.id}>
            <Skeleton />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

/** Texts with a title lie above the row's link, so that they keep their title: a click on them follows it too. */
const followRowLink = (event: MouseEvent) => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  if (!(target instanceof Element) || target.closest('a, button, input, label, select, summary')) return
  if (window.getSelection()?.type === 'Range') return
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  target.closest('tr')?.querySelector('.sp-row-link')?.dispatchEvent(new window.MouseEvent('click', click))
}

const Rows = <Row,>({
  columns,
  rows,
  rowKey,
}: Pick<TableProps<Row>, 'columns' | 'rowKey'> & { rows: readonly Row[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions,jsx-a11y/click-events-have-key-events -- the link itself takes the keys
  <tbody onClick={followRowLink}>
    {rows.map((row) => (
      <tr key={rowKey(row)}>
        {columns.map((column) => (
          <Cell key={column.id} column={column} row={row} />
        ))}
      </tr>
    ))}
  </tbody>
)

/** Orders the rows of a phone, where there are no headers to press. */
const SortMenu = <Row,>({ columns, sort, onSort }: Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort'>) => {
  const text = useUiText()
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const directionOf = (id: string) => (sort?.column === id ? sort.direction : undefined)
  return (
    <div className="sp-rows-sort">
      <Menu
        label={text('ui.sort')}
        icon={<ChevronsUpDown aria-hidden />}
        size="sm"
        variant="ghost"
        items={sortable.map(({ id, header }) => ({
          id,
          label: header,
          icon: <SortIcon direction={directionOf(id)} />,
          onSelect: () => onSort(flipped(sort, id)),
        }))}
      />
    </div>
  )
}

/** Where not all have room, those that a phone leaves to the details go, so that the buttons stay beside the rest. */
const columnsFor = <Row,>(room: 'some' | 'all', columns: readonly Column<Row>[]) => {
  const hasButtons = columns.some(({ hideHeader }) => hideHeader)
  const isDrawn = ({ phoneOnly, phone, hideHeader }: Column<Row>) =>
    !phoneOnly && (room === 'all' || !hasButtons || hideHeader || phone !== 'hidden')
  return columns.filter(isDrawn)
}

const WideTable = <Row,>(props: TableProps<Row>) => {
  const { caption, showCaption = false, columns, rows = [], rowKey, sort, onSort } = props
  const { loading = false, skeletonRows = 6 } = props
  return (
    <table className="sp-table" aria-busy={loading || undefined}>
      <caption className={showCaption ? undefined : 'sp-hidden'}>{caption}</caption>
      {/* New headers for the rows: those of the placeholders had other widths, and would move. */}
      <thead key={String(rows.length === 0)}>
        <tr>
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
  )
}

const NarrowRows = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows = [], rowKey, sort, onSort, loading = false, skeletonRows = 6 } = props
  return (
    <>
      <SortMenu columns={columns} sort={sort} {...(onSort && { onSort })} />
      {rows.length === 0 ? (
        <PhoneSkeleton count={skeletonRows} />
      ) : (
        <PhoneRows {...{ caption, columns, rows, rowKey }} busy={loading} />
      )}
    </>
  )
}

/**
 * Rows of one kind; where there is no room for columns each is a row of two lines. Loading and empty are drawn.
 * @example <Table caption="Users" columns={columns} rows={users} rowKey={(user) => user.id} />
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { rows = [], loading = false, empty = <Empty /> } = props
  const { box, room } = useRoom(rows.length === 0)
  return (
    <div className="sp-table-frame" ref={box}>
      {loading && <LoadingText />}
      {!loading && rows.length === 0 && empty}
      {(loading || rows.length > 0) &&
        (room === 'rows' ? (
          <NarrowRows {...props} />
        ) : (
          <WideTable {...props} columns={columnsFor(room, props.columns)} />
        ))}
    </div>
  )
}
