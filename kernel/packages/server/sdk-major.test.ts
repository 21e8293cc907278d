import { expect, it } from 'vitest'
import { olderMajor } from './sdk-major.ts'

it.each([
  ['>=0.1.0', '1.2.0', null],
  ['^1.0.0', '1.2.0', null],
  ['^0.1.0', '1.2.0', '0'],
  ['^1.4.0', '3.0.1', '1'],
  ['^4.0.0', '3.0.1', null],
  ['^1.9.0', '1.2.0', null],
  ['nonsense', '1.2.0', null],
  [undefined, '1.2.0', null],
])('[RTP8] reads "%s" against %s as major %s', (range, ours, major) => {
  expect(olderMajor(range, ours)).toBe(major)
})
