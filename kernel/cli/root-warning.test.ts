import { expect, it } from 'vitest'
import { findRootWarning } from './root-warning.ts'

it.each([
  [0, true],
  [1000, false],
  // Windows has no such number.
  [undefined, false],
])('[OPS10] user %s is warned: %s', (user, isWarned) => {
  expect(findRootWarning(user) !== null).toBe(isWarned)
})
