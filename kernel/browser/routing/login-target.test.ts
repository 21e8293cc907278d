import { createStore } from '@spawnpoint/sdk/browser'
import { beforeEach, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../sdk/testing/memory-platform.ts'
import { saveTarget, takeTarget } from './login-target.ts'
import { createRouteRegistry, type RegisteredRoute } from './route-registry.ts'
import { loadTransition } from './transition-style.ts'

const base = new URL('https://dash.example.com/auth/login')
const page = (path: string, over: Partial<RegisteredRoute> = {}): RegisteredRoute => ({
  id: path,
  plugin: 'acme',
  path,
  area: 'user',
  module: 'page',
  title: path,
  ...over,
})
const routes = [
  page('/ticket/:id'),
  page('/ticket/create'),
  page('/auth/login', { area: 'guest', wellKnown: 'login' }),
  page('/kill', { redirect: '/api/kill' }),
]
const routeRegistry = createRouteRegistry({
  contributions: createStore(() => ({ routes })),
  titles: createStore(() => 0),
  titleOf: ({ title }) => title,
})
let storage = createMemoryStorage()
beforeEach(() => {
  storage = createMemoryStorage()
})

it('[NAV2] remembers path, query and fragment', () => {
  saveTarget(storage, page('/ticket/:id'), { path: '/ticket/4', search: '?a=1', hash: '#b' })
  expect(storage.get('redirectAfterLogin')).toBe('/ticket/4?a=1#b')
})

it('[NAV2] does not remember a page that acts instead of showing something', () => {
  saveTarget(storage, page('/kill', { redirect: '/api/kill' }), { path: '/kill', search: '', hash: '' })
  expect(storage.get('redirectAfterLogin')).toBeNull()
})

it('[NAV4] gives the saved path back, once', () => {
  storage.set('redirectAfterLogin', '/ticket/4?a=1')
  expect(takeTarget(storage, routeRegistry, base)).toBe('/ticket/4?a=1')
  expect(takeTarget(storage, routeRegistry, base)).toBeNull()
})

it.each([
  'https://evil.example/ticket/4',
  '//evil.example/ticket/4',
  '/\\evil.example/ticket/4',
  'javascript:alert(1)',
  '/auth/login',
  '/auth/redirect',
  '/kill',
  '/no/such/page',
])('[NAV5] gives nothing back for %s', (target) => {
  storage.set('redirectAfterLogin', target)
  expect(takeTarget(storage, routeRegistry, base)).toBeNull()
})

it('finds the plain route before the one with a parameter', () => {
  expect(routeRegistry.match('/ticket/create')?.path).toBe('/ticket/create')
  expect(routeRegistry.match('/ticket/4')?.path).toBe('/ticket/:id')
  expect(
    routeRegistry.views
      .getState()
      .map(({ path }) => path)
      .indexOf('/ticket/create'),
  ).toBeLessThan(
    routeRegistry.views
      .getState()
      .map(({ path }) => path)
      .indexOf('/ticket/:id'),
  )
})

it('[NAV6][NAV7] knows the eight transitions, and fade where nothing is remembered', () => {
  const styles = ['fade', 'slide-right', 'slide-left', 'slide-up', 'slide-down', 'scale', 'flip', 'rotate']
  expect(styles.map((style) => loadTransition(createMemoryStorage({ preferredTransition: style })))).toEqual(
    styles,
  )
  expect(loadTransition(createMemoryStorage({ preferredTransition: 'explode' }))).toBe('fade')
  expect(loadTransition(createMemoryStorage())).toBe('fade')
})
