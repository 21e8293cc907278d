// @vitest-environment jsdom
import { fireEvent, render, renderHook, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { HostProvider, type BrowserHost } from './host.ts'
import { Link, useLocation, useNavigate, useSearchParams } from './index.ts'
import { createStore } from './store.ts'

const hostAt = (path: string, search = '') => {
  const location = createStore(() => ({ path, search, hash: '' }))
  const host = { location, i18n: createInstance(), navigate: vi.fn(), go: vi.fn() }
  // Only what the router reaches.
  return { ...host, asHost: host as unknown as BrowserHost }
}

const within =
  (...hosts: readonly BrowserHost[]) =>
  ({ children }: { children: ReactNode }) =>
    hosts.reduceRight((inner, host) => <HostProvider value={host}>{inner}</HostProvider>, children)

it('[RTP4] leads links and navigation of a nested host through that host, and leaves the location to the outer one', () => {
  const page = hostAt('/p/acme')
  const plugin = hostAt('/elsewhere')
  const wrapper = within(page.asHost, plugin.asHost)
  const { result } = renderHook(() => ({ location: useLocation(), navigate: useNavigate() }), { wrapper })
  expect(result.current.location.pathname).toBe('/p/acme')
  void result.current.navigate('/dashboard', { replace: true })
  void result.current.navigate(-1)
  render(<Link to="/store?tab=coins">Store</Link>, { wrapper })
  fireEvent.click(screen.getByText('Store'))
  expect(plugin.navigate.mock.calls).toEqual([['/dashboard', { replace: true }], ['/store?tab=coins']])
  expect(plugin.go).toHaveBeenCalledWith(-1)
  expect(page.navigate).not.toHaveBeenCalled()
  expect(page.go).not.toHaveBeenCalled()
})

it('reads the query of the address and changes it through the host', () => {
  const page = hostAt('/mc-admin/users', '?search=ada')
  const { result } = renderHook(() => useSearchParams(), { wrapper: within(page.asHost) })
  const [query, setQuery] = result.current
  expect(query.get('search')).toBe('ada')
  setQuery({ search: 'bob', order: 'desc' }, { replace: true })
  setQuery({})
  expect(page.navigate.mock.calls).toEqual([
    ['/mc-admin/users?search=bob&order=desc', { replace: true }],
    ['/mc-admin/users'],
  ])
})
