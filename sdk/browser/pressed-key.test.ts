import { expect, it } from 'vitest'
import { pressedKey } from './pressed-key.ts'

it.each([
  ['i', 'KeyI', 'i'],
  ['I', 'KeyI', 'i'],
  ['ш', 'KeyI', 'i'],
  ['М', 'KeyV', 'v'],
  ['q', 'KeyA', 'q'],
  ['m', 'Semicolon', 'm'],
  [',', 'KeyM', ','],
  ['à', 'Digit0', '0'],
  ['&', 'Digit1', '1'],
  ['Enter', 'Enter', 'enter'],
  ['i', '', 'i'],
])('[BAR5] takes %s of %s for %s', (key, code, taken) => {
  expect(pressedKey({ key, code })).toBe(taken)
})
