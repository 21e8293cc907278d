import { expect, it } from 'vitest'
import { findAddressWarning } from './open-address.ts'

it.each([
  ['http://localhost:5173', 'it is http, it names no domain, it has a port'],
  ['http://127.0.0.1:8080', 'it is http, it names no domain, it has a port'],
  ['http://0.0.0.0:5173', 'it is http, it names no domain, it has a port'],
  ['http://panel.example.com', 'it is http'],
])('says that nobody gets in at %s, and what to do', (origin, reason) => {
  expect(findAddressWarning(origin)).toMatch(
    `Warning: at ${origin} the access check lets nobody in (${reason}). Set APP_URL to the https address`,
  )
})

it.each(['https://panel.example.com', 'http://127.0.0.1:5173', 'http://127.0.0.1:5174'])(
  'says nothing of %s',
  (origin) => {
    expect(findAddressWarning(origin)).toBeNull()
  },
)
