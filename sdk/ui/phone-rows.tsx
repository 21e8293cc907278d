import { useId, useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { placeColumns, type Column, type PlacedColumns } from './columns.ts'
import { Dialog } from './dialog.tsx'
import { ChevronRight } from './icons.ts'
import { KeyValue } from './key-value.tsx'
import { Skeleton } from './skeleton.tsx'

interface RowProps<Row> {
  readonly places: PlacedColumns<Row>
  readonly row: Row
  /** Takes the row's title as it is drawn. */
  readonly open: ((title: string) => void) | null
}

const drawOn = <Row,>({ cell, phoneCell = cell }: Column<Row>, row: Row): ReactNode => phoneCell(row)

const isEmpty = (cell: ReactNode) => cell === null || cell === '' || cell === '–' || cell === false

/** A fact of the second line or of a line of its own; its label is only spoken where the fact explains itself. */
const Fact = ({ label, drawn, children }: { label: string; drawn: boolean; children: ReactNode }) => (
  <span className="sp-row-fact">
    <span className={drawn ? 'sp-row-label' : 'sp-hidden'}>{label}: </span>
    {children}
  </span>
)

const Facts = <Row,>({
  columns,
  row,
  drawn = false,
}: Pick<RowProps<Row>, 'row'> & { columns: readonly Column<Row>[]; drawn?: boolean }) =>
  columns.map((column) => {
    const cell = drawOn(column, row)
    if (isEmpty(cell)) return null
    return (
      <Fact
        key={column.id}
        label={column.header}
        drawn={drawn || (column.phoneLabel ?? column.align === 'end')}
      >
        {cell}
      </Fact>
    )
  })

const PhoneRow = <Row,>({ places, row, open }: RowProps<Row>) => {
  const id = useId()
  const drawnTitle = useRef<HTMLSpanElement>(null)
  const { title, badge, meta, end, line } = places
  const lead = [...title, ...badge, ...meta].find((column) => column.lead)?.lead?.(row)
  return (
    <li className={classNames('sp-row', !open && 'sp-row-closed')}>
      {lead}
      <span className="sp-row-body">
        <span className="sp-row-head">
          <span className="sp-row-title" id={id} ref={drawnTitle}>
            {title.map((column) => (
              <span key={column.id}>{drawOn(column, row)}</span>
            ))}
          </span>
          {badge.map((column) => (
            <span key={column.id} className="sp-row-badge">
              {drawOn(column, row)}
            </span>
          ))}
        </span>
        {meta.length > 0 && (
          <span className="sp-row-meta">
            <Facts columns={meta} row={row} />
          </span>
        )}
        {line.length > 0 && (
          <span className="sp-row-lines">
            <Facts columns={line} row={row} drawn />
          </span>
        )}
      </span>
      {end.map((column) => (
        <span key={column.id} className="sp-row-end">
          {drawOn(column, row)}
        </span>
      ))}
      {open && (
        <button
          type="button"
          className="sp-row-open"
          aria-labelledby={id}
          aria-haspopup="dialog"
          onClick={() => open(drawnTitle.current?.textContent ?? '')}
        />
      )}
      <ChevronRight aria-hidden className="sp-row-chevron" />
    </li>
  )
}

/** All that the table has about a row, with its buttons below. */
const RowDetails = <Row,>({
  columns,
  row,
  title,
  onClose,
}: {
  columns: readonly Column<Row>[]
  row: Row
  title: string
  onClose: () => void
}) => {
  const facts = columns
    .filter(({ hideHeader }) => !hideHeader)
    .map(({ header, cell }) => ({ label: header, value: cell(row) }))
    .filter(({ value }) => !isEmpty(value))
  const buttons = columns
    .filter(({ hideHeader }) => hideHeader)
    .map(({ id, cell }) => <span key={id}>{cell(row)}</span>)
  return (
    <Dialog open onClose={onClose} title={title} {...(buttons.length > 0 && { footer: buttons })}>
      <KeyValue items={facts} />
    </Dialog>
  )
}

/**
 * Rows of two lines, for phones: the row's link, or its details where it has none, opens by a tap anywhere.
 */
export const PhoneRows = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  busy,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  busy: boolean
}) => {
  const [opened, setOpened] = useState<{ readonly key: string | number; readonly title: string } | null>(null)
  const places = placeColumns(columns)
  const shown = rows.find((row) => rowKey(row) === opened?.key)
  const hasMore = places.meta.length + places.hidden.length > 0
  return (
    <>
      <ul className="sp-rows" aria-label={caption} aria-busy={busy || undefined}>
        {rows.map((row) => {
          const key = rowKey(row)
          const open = (title: string) => setOpened({ key, title })
          return <PhoneRow key={key} places={places} row={row} open={hasMore ? open : null} />
        })}
      </ul>
      {shown !== undefined && (
        <RowDetails
          columns={columns}
          row={shown}
          title={opened?.title || caption}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** Holds the places of rows that are loading, each as high as a row. */
export const PhoneSkeleton = ({ count }: { count: number }) => (
  <ul className="sp-rows" aria-hidden="true">
    {Array.from({ length: count }, (_, row) => (
      <li key={row} className="sp-row sp-row-closed">
        <span className="sp-row-body sp-row-loading">
          <Skeleton />
          <Skeleton />
        </span>
      </li>
    ))}
  </ul>
)
