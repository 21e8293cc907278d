import { expect, it } from 'vitest'
import { evaluateVisit, type VisitFacts } from './evaluate-visit.ts'
import type { RegisteredRoute } from './route-registry.ts'

const route = (over: Partial<RegisteredRoute>): RegisteredRoute => ({
  id: 'page',
  plugin: 'acme',
  path: '/page',
  area: 'user',
  module: 'page',
  title: 'Page',
  ...over,
})
const facts = (over: Partial<VisitFacts> = {}): VisitFacts => ({
  isLoggedIn: true,
  isSessionUnknown: false,
  isReacting: false,
  owesRequiredStep: false,
  can: () => true,
  flag: () => true,
  ...over,
})
const kind = (over: Partial<RegisteredRoute>, given: Partial<VisitFacts> = {}) =>
  evaluateVisit(route(over), facts(given)).kind
const admin = { area: 'admin', permission: 'admin.users.list' } as const

it('[NAV1] sends who is not logged in to the log-in', () => {
  expect(kind({}, { isLoggedIn: false })).toBe('login')
  expect(kind(admin, { isLoggedIn: false, can: () => false })).toBe('login')
  expect(kind({ area: 'public' }, { isLoggedIn: false })).toBe('draw')
})

it('[AUT32] redirects an account with a required step from every page but that one and the public ones', () => {
  const given = { owesRequiredStep: true }
  expect(kind({}, given)).toBe('required-step')
  expect(kind(admin, given)).toBe('required-step')
  expect(kind({ redirect: '/elsewhere' }, given)).toBe('required-step')
  expect(kind({ wellKnown: 'required-step' }, given)).toBe('draw')
  expect(kind({ area: 'public' }, given)).toBe('draw')
  expect(kind({}, { ...given, isLoggedIn: false })).toBe('login')
})

it('[NAV3] sends who is logged in from an auth page to the dashboard', () => {
  expect(kind({ area: 'guest' })).toBe('home')
  expect(kind({ area: 'guest' }, { isLoggedIn: false })).toBe('draw')
})

it('[GRD1][NAV9] refuses an admin page without its permission', () => {
  expect(kind(admin)).toBe('draw')
  expect(kind(admin, { can: () => false })).toBe('forbidden')
  expect(kind({ area: 'admin' })).toBe('forbidden')
})

it('[GRD1] asks for exactly the permission that the route names', () => {
  const asked: string[] = []
  const can = (permission: string) => asked.push(permission) > 0
  kind(admin, { can })
  kind({ ...admin, permission: 'admin.egg.list' }, { can })
  expect(asked).toEqual(['admin.users.list', 'admin.egg.list'])
})

it('waits while the session may still say yes, and while a failed one is being told', () => {
  expect(kind(admin, { can: () => false, isSessionUnknown: true })).toBe('wait')
  expect(kind({}, { isLoggedIn: false, isReacting: true })).toBe('wait')
})

it('finds nothing where a feature is switched off, after the permission', () => {
  expect(kind({ flag: 'store_enabled' }, { flag: () => false })).toBe('not-found')
  expect(kind({ ...admin, flag: 'store_enabled' }, { flag: () => false, can: () => false })).toBe('forbidden')
})

it('[SCR9][CALL8] sends a redirecting route on', () => {
  const target = '/api/auth/2fa/setup/kill'
  expect(evaluateVisit(route({ redirect: target }), facts())).toEqual({ kind: 'redirect', to: target })
})
