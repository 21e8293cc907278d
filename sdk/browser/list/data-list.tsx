import type { AnyEndpoint, CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { Empty, Pagination, Table, type Column } from '@spawnpoint/sdk/ui'
import { useMemo, useState, type ReactElement, type ReactNode } from 'react'
import { CallError } from '../call-error.ts'
import { useFormat, useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import { useEndpoint } from '../query.ts'
import { isNarrowed, toListQuery, useListState } from './list-state.ts'
import { ListToolbar, type ListFilter } from './list-toolbar.tsx'
import { LoadFailure } from './loaded.tsx'

/** A page of rows as list endpoints answer it. @example const page: ListedPage<User> = { items: [], next: null, previous: null } */
export interface ListedPage<Row> {
  readonly items: readonly Row[]
  readonly next: string | null
  readonly previous: string | null
  readonly total?: number
  /** Only so many of the matches were sorted. */
  readonly sortedWithin?: number
}

/** Props of `DataList`. @example const props: DataListProps<User> = { endpoint: listNotes, caption: 'Notes', columns, rowKey: ({ id }) => id } */
export interface DataListProps<Row> {
  /** A GET endpoint that takes `search`, `sort`, `order`, `filter` and `cursor`, as far as they are used, and pages by key. */
  readonly endpoint: AnyEndpoint
  /** Further parts of the call, such as params. */
  readonly call?: { readonly params?: unknown; readonly query?: Readonly<Record<string, string>> }
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly searchable?: boolean
  /** Names what the search looks at. */
  readonly searchLabel?: string
  readonly filters?: readonly ListFilter[]
  /** False while the filters' values are still loading: the list waits for what the address names. */
  readonly ready?: boolean
  /** The order of the list while the address names none. */
  readonly sorted?: { readonly column: string; readonly order: 'asc' | 'desc' }
  /** Offers these numbers of rows on a page. */
  readonly pageSizes?: readonly number[]
  readonly exportHref?: string
  readonly skeletonRows?: number
  readonly empty?: ReactNode
  readonly refetchEvery?: number
  /** The line beside the page buttons. */
  readonly total?: (page: ListedPage<Row>) => ReactNode
}

/** The last answer stays visible while the next one is loading, so nothing jumps. */
const useKept = <T,>(data: T | undefined): T | undefined => {
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  return data ?? kept
}

const useListShape = <Row,>({ columns, filters = [], pageSizes = [] }: DataListProps<Row>) => {
  const text = JSON.stringify({
    pageSizes,
    sortable: columns.filter(({ sortable }) => sortable).map(({ id }) => id),
    filters: Object.fromEntries(filters.map(({ key, values }) => [key, values.map(({ value }) => value)])),
  })
  // Columns are new on each render; what they allow is not.
  return useMemo(() => JSON.parse(text) as Parameters<typeof useListState>[0], [text])
}

/** How many rows there are, where the endpoint tells. */
const useCounted = (page: ListedPage<unknown> | undefined): string | null => {
  const t = useT(SHELL)
  const { number } = useFormat()
  if (page?.total === undefined) return null
  const total = number(page.total)
  return page.sortedWithin === undefined
    ? t('resource.list.total', { total })
    : t('resource.list.some', { total, some: number(page.sortedWithin) })
}

const NoMatch = () => {
  const t = useT(SHELL)
  return <Empty title={t('resource.list.noMatch')} text={t('resource.list.noMatchText')} />
}

/** The rows that a list endpoint answers. @example ListedRow<typeof listNotes> */
export type ListedRow<E> = ReplyOf<E> extends { readonly items: readonly (infer Row)[] } ? Row : unknown

/** A list over a keyset-paged endpoint, whose reply says what its rows are: search, filters, sorting and the page stand in the address. @example <DataList endpoint={listNotes} caption="Notes" columns={columns} rowKey={({ id }) => id} /> */
export function DataList<E extends AnyEndpoint>(
  props: Omit<DataListProps<ListedRow<E>>, 'endpoint'> & { readonly endpoint: E },
): ReactElement
export function DataList<Row>(props: DataListProps<Row>): ReactElement
export function DataList<Row>(props: DataListProps<Row>): ReactElement {
  const { endpoint, call, caption, columns, rowKey, searchable = false, filters = [], sorted } = props
  const { state, change, turnTo } = useListState(useListShape(props))
  const input = { ...call, query: { ...call?.query, ...toListQuery(state) } }
  const { data, error, isFetching, refetch } = useEndpoint(endpoint, input as CallOf<AnyEndpoint>, {
    enabled: props.ready ?? true,
    ...(props.refetchEvery !== undefined && { refetchEvery: props.refetchEvery }),
  })
  // The caller's columns say what the endpoint's rows are.
  const shown = useKept(data as ListedPage<Row> | undefined)
  const counted = useCounted(shown)
  if (error && !data) {
    const badCursor = error instanceof CallError && error.code === 'BAD_CURSOR'
    return <LoadFailure error={error} onRetry={() => (badCursor ? turnTo('') : void refetch())} />
  }
  const { next = null, previous = null } = shown ?? {}
  const sort = state.sort === '' ? sorted : { column: state.sort, order: state.order }
  const isEmpty = shown?.items.length === 0 && previous === null
  const ownLine = shown?.sortedWithin === undefined ? props.total : undefined
  const line = shown && !isEmpty && (ownLine ? ownLine(shown) : counted)
  // Nothing to search, filter or export as long as there is nothing at all.
  const isBare = isEmpty && !isNarrowed(state)
  return (
    <>
      {!isBare && (
        <ListToolbar
          {...{ state, change, searchable, filters }}
          searchLabel={props.searchLabel}
          pageSizes={props.pageSizes}
          exportHref={props.exportHref}
        />
      )}
      <Table<Row>
        // Not the same table in another place: that would be seen to jump where the toolbar was.
        key={isBare ? 'empty' : 'rows'}
        caption={caption}
        columns={columns}
        rows={shown?.items}
        rowKey={rowKey}
        loading={!shown}
        {...(props.skeletonRows !== undefined && { skeletonRows: props.skeletonRows })}
        sort={sort && { column: sort.column, direction: sort.order === 'asc' ? 'ascending' : 'descending' }}
        onSort={({ column, direction }) =>
          change({ sort: column, order: direction === 'ascending' ? 'asc' : 'desc' })
        }
        empty={isNarrowed(state) ? <NoMatch /> : (props.empty ?? <Empty />)}
      />
      {(line || next !== null || previous !== null) && (
        <Pagination
          loading={isFetching && !data}
          onPrevious={previous === null ? undefined : () => turnTo(previous)}
          onNext={next === null ? undefined : () => turnTo(next)}
        >
          {line}
        </Pagination>
      )}
    </>
  )
}
