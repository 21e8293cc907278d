import { EndpointFailure } from '@spawnpoint/sdk/server'
import { expect, it } from 'vitest'
import { GateClosedError } from '../../common/hooks/gate.ts'
import { failureOf } from './failure.ts'

const wrapped = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('inner'), { code }) })

it.each([
  ['53100', 'STORAGE_FULL', 503],
  ['ENOSPC', 'STORAGE_FULL', 503],
  ['57P03', 'UNAVAILABLE', 503],
  ['EPIPE', 'UNAVAILABLE', 503],
  ['57014', 'UNAVAILABLE', 503],
  ['40P01', 'UNAVAILABLE', 503],
  ['22021', 'VALIDATION', 400],
])('answers trouble of the database that is no fault of a plugin: %s', (code, expected, status) => {
  const { failure, isFault } = failureOf(wrapped(code))
  expect([failure.code, failure.status, isFault]).toEqual([expected, status, false])
})

it('answers for a plugin that was switched off in between', () => {
  const { failure, isFault } = failureOf(new GateClosedError('store', 'POST /api/store/purchases'))
  expect([failure.code, isFault]).toEqual(['UNAVAILABLE', false])
})

it('keeps what was declared and calls the rest a fault', () => {
  const declared = new EndpointFailure('STORE_KEY_REUSED', 409)
  expect(failureOf(declared).failure).toBe(declared)
  expect(failureOf(new TypeError('a mistake'))).toMatchObject({
    failure: { code: 'INTERNAL' },
    isFault: true,
  })
})
