import { expect, it } from 'vitest'
import { amount, integer, multiline, number, text } from './fields.ts'

it('[SDK60] refuses bounds that let no value in, and says which order a field takes them in', () => {
  expect(() => multiline(1, 500)).toThrow('multiline(max, min) takes the largest number first')
  for (const declare of [() => text(80, 1), () => integer(9, 0), () => number(1, 0), () => amount(2, 1)])
    expect(declare).toThrow('no value between')
  expect([multiline(500), multiline(500, 1), text(1, 1)].map(({ spec }) => [spec.min, spec.max])).toEqual([
    [0, 500],
    [1, 500],
    [1, 1],
  ])
})
