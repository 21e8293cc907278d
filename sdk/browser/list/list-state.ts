import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { readFilterPairs } from '../../common/filter-pairs.ts'

/** Filters, sort keys and page sizes of a list. @example const shape: ListShape = { sortable: ['name'], filters: { open: ['true', 'false'] } } */
export interface ListShape {
  readonly sortable: readonly string[]
  /** Filter → its values. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly pageSizes?: readonly number[]
}

/** State of a list in the address, so reloads, links and Back restore it. @example const first: ListState = { search: '', sort: '', order: 'asc', cursor: '', limit: '', filters: {} } */
export interface ListState {
  readonly search: string
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly cursor: string
  /** Rows on a page; empty is what the server does by itself. */
  readonly limit: string
  /** Filter → wanted value. */
  readonly filters: Readonly<Record<string, string>>
}

/** Unknown columns and values in the address are left out, so that the server does not refuse the list. */
export function readListState(
  { sortable, filters, pageSizes = [] }: ListShape,
  query: URLSearchParams,
): ListState {
  const sort = query.get('sort') ?? ''
  const wanted = readFilterPairs(query.get('filter') ?? '')
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    sort: sortable.includes(sort) ? sort : '',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    cursor: query.get('cursor') ?? '',
    limit: pageSizes.map(String).find((size) => size === query.get('limit')) ?? '',
    filters: Object.fromEntries(wanted.filter(([key, value]) => filters[key]?.includes(value))),
  }
}

/** The state as a list endpoint takes it; empty parts are left out. @example toListQuery({ search: 'ada', sort: '', order: 'asc', cursor: '', limit: '', filters: {} }) // { search: 'ada' } */
export function toListQuery({
  search,
  sort,
  order,
  cursor,
  limit,
  filters,
}: ListState): Record<string, string> {
  const filter = Object.entries(filters).map(([key, value]) => `${key}:${value}`)
  const all = { search: search.trim(), sort, order: sort && order, filter: filter.join(','), cursor, limit }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

const keys: ReadonlySet<string> = new Set(['search', 'sort', 'order', 'filter', 'cursor', 'limit'])

/** True when a search or filter hides rows. @example isNarrowed({ search: 'ada', sort: '', order: 'asc', cursor: '', limit: '', filters: {} }) // true */
export const isNarrowed = ({ search, filters }: ListState): boolean =>
  search !== '' || Object.keys(filters).length > 0

/**
 * The list's state in the address, and how to change it. Every change but a turn of the page starts at the first page.
 *
 * @example const { state, change, turnTo } = useListState({ sortable: ['name'], filters: {} })
 */
export function useListState(shape: ListShape) {
  const [query] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readListState(shape, query), [shape, query])
  const go = (next: ListState, replace: boolean) => {
    // The rest of the address belongs to the page.
    const others = [...query].filter(([key]) => !keys.has(key))
    const search = new URLSearchParams([...others, ...Object.entries(toListQuery(next))]).toString()
    void navigate({ search, hash }, { replace })
  }
  return {
    state,
    change: (part: Partial<ListState>) => go({ ...state, cursor: '', ...part }, true),
    turnTo: (cursor: string) => go({ ...state, cursor }, false),
  }
}
