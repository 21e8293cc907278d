// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { HostProvider, type BrowserHost } from '../host.ts'
import { createStore } from '../store.ts'
import { useHashTab } from '../use-hash-tab.ts'
import { toListQuery, useListState, type ListShape } from './list-state.ts'

const shape: ListShape = {
  sortable: ['name'],
  filters: { open: ['true', 'false'] },
  pageSizes: [10, 20],
}

const at = (search: string, hash = '') => {
  const navigate = vi.fn()
  const host = {
    location: createStore(() => ({ path: '/list', search, hash })),
    i18n: createInstance(),
    navigate,
    go: vi.fn(),
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    // Only what the router reaches.
    <HostProvider value={host as unknown as BrowserHost}>{children}</HostProvider>
  )
  return { navigate, wrapper }
}

it('finds search, filters, order, page and page size again in the address', () => {
  const query = {
    search: 'ada',
    sort: 'name',
    order: 'desc',
    filter: 'open:true',
    cursor: 'abc',
    limit: '10',
  }
  const { wrapper } = at(`?${new URLSearchParams(query).toString()}`)
  const { result } = renderHook(() => useListState(shape), { wrapper })
  expect(toListQuery(result.current.state)).toEqual(query)
})

it('leaves out what the server would refuse', () => {
  const { wrapper } = at('?sort=password&order=sideways&filter=open:maybe,secret:1&limit=5000')
  const { result } = renderHook(() => useListState(shape), { wrapper })
  expect(toListQuery(result.current.state)).toEqual({})
})

it('goes back to the first page with another filter, and keeps the rest of the address', () => {
  const { navigate, wrapper } = at('?build=7&cursor=abc', '#queue')
  const { result } = renderHook(() => useListState(shape), { wrapper })
  result.current.change({ filters: { open: 'true' } })
  result.current.turnTo('def')
  expect(navigate.mock.calls).toEqual([
    ['/list?build=7&filter=open%3Atrue#queue', { replace: true }],
    ['/list?build=7&cursor=def#queue'],
  ])
})

it('starts another tab without the list state of the one before', () => {
  const { navigate, wrapper } = at('?cursor=abc&search=ada', '#queue')
  const { result } = renderHook(() => useHashTab(), { wrapper })
  expect(result.current.value).toBe('queue')
  result.current.onChange('coins')
  expect(navigate.mock.calls).toEqual([['/list#coins', { replace: true }]])
})
