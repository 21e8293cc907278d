import { expect, it } from 'vitest'
import { findCountry } from './find-country.ts'

it.each([
  ['Frankfurt, Germany', 'DE'],
  ['New York, United States', 'US'],
  ['fra-1', null],
  ['', null],
  [null, null],
])('finds in %j the country %j', (text, code) => {
  expect(findCountry(text)).toBe(code)
})
