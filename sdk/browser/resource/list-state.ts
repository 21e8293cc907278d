import { useMemo } from 'react'
import { useHost } from '../host.ts'
import { useLocation } from '../navigation.tsx'
import type { ResourceView } from './resource-view.ts'

/** What the list shows, as it stands in the address: a reload, a link and the back button find it again. */
export interface ListState {
  readonly search: string
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly cursor: string
  /** Column → wanted value. */
  readonly filters: Readonly<Record<string, string>>
}

const readFilters = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf(':')
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : []
    }),
  )

/** Strangers in the address are left out: a list that the server would refuse helps nobody. */
export function readListState(resource: ResourceView, search: string): ListState {
  const query = new URLSearchParams(search)
  const sort = query.get('sort') ?? ''
  const sortable = resource.columns.some((column) => column.sort && column.key === sort)
  const filters = Object.entries(readFilters(query.get('filter') ?? '')).filter(([key, value]) => {
    const offered = resource.columns.find((column) => column.key === key)?.filter
    return offered === 'boolean' ? value === 'true' || value === 'false' : offered?.includes(value)
  })
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    sort: sortable ? sort : '',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    cursor: query.get('cursor') ?? '',
    filters: Object.fromEntries(filters),
  }
}

/** The state as the endpoint's query takes it; what is not set is left out. */
export function toQuery({ search, sort, order, cursor, filters }: ListState): Record<string, string> {
  const filter = Object.entries(filters).map(([key, value]) => `${key}:${value}`)
  const all = { search: search.trim(), sort, order: sort && order, filter: filter.join(','), cursor }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** The list's state and how to change it. Whatever changes the rows begins again at the first page. */
export function useListState(resource: ResourceView) {
  const host = useHost()
  const { path, search } = useLocation()
  const state = useMemo(() => readListState(resource, search), [resource, search])
  const go = (next: ListState, replace: boolean) => {
    const query = new URLSearchParams(toQuery(next)).toString()
    host.navigate(query === '' ? path : `${path}?${query}`, { replace })
  }
  return {
    state,
    change: (part: Partial<ListState>) => go({ ...state, cursor: '', ...part }, true),
    turnTo: (cursor: string) => go({ ...state, cursor }, false),
  }
}
