// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HostProvider, type BrowserHost } from './host.ts'
import { useParams } from './navigation.tsx'
import { createStore } from './store.ts'

const paths = ['/*', '/ticket/create', '/ticket/:id', '/server/:id/update']

const paramsAt = (path: string) => {
  const host = {
    location: createStore(() => ({ path, search: '', hash: '' })),
    routes: createStore(() => paths.map((pattern) => ({ path: pattern }))),
  } as unknown as BrowserHost // Only what the hook reaches.
  const { result } = renderHook(() => useParams(), {
    wrapper: ({ children }) => <HostProvider value={host}>{children}</HostProvider>,
  })
  return result.current
}

it.each([
  ['/server/7/update', '7'],
  ['/Server/7/Update', '7'],
  ['/ticket/a%20b/', 'a b'],
  ['/ticket/100%', '100%'],
])('reads the parameters of %s as the router does, whatever its case', (path, id) => {
  expect(paramsAt(path)).toMatchObject({ id })
})

it('finds no parameter where a plain path stands before a pattern', () => {
  expect(paramsAt('/Ticket/Create')['id']).toBeUndefined()
})
