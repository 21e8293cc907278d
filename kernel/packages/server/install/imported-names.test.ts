import { expect, it } from 'vitest'
import { importedNames } from './imported-names.ts'

it.each([
  ['import{a as b,c}from"x";', [{ from: 'x', names: ['a', 'c'] }]],
  ['import e,{a}from"x"', [{ from: 'x', names: ['default', 'a'] }]],
  [
    'import $ from "x"; import * as y from \'y\'',
    [
      { from: 'x', names: ['default'] },
      { from: 'y', names: [] },
    ],
  ],
  ['import e, * as all from "x"', [{ from: 'x', names: ['default'] }]],
  [
    'import"x";import {\n  a,\n  b as c,\n} from "y"',
    [
      { from: 'x', names: [] },
      { from: 'y', names: ['a', 'b'] },
    ],
  ],
  [
    'export { a as b } from "x"; export * from "y"',
    [
      { from: 'x', names: ['a'] },
      { from: 'y', names: [] },
    ],
  ],
  ['// "x"\n/* import{a}from"z" */"use strict";import{a}from"x"', [{ from: 'x', names: ['a'] }]],
  ['import{}from"x"', [{ from: 'x', names: [] }]],
  ['export const a = 1; import{b}from"x"', [{ from: 'x', names: ['b'] }]],
])('reads %j', (code, found) => {
  expect(importedNames(code)).toEqual(found)
})

it.each([
  'const text = `import{a}from"x"`',
  'import("x")',
  'import.meta.url+"x"',
  'export default "from"',
  'export{a};const from="x"',
  'importing from "x"',
  'import{a}from"x',
  '"import{a}from\'x\'"',
  '',
])('takes nothing of %j for an import', (code) => {
  expect(importedNames(code)).toEqual([])
})

it('reads on behind any amount of what means nothing', () => {
  for (const text of [' ', '//\n', '/**/', ';'])
    expect(importedNames(`${text.repeat(1_000_000)}import{a}from"x"`)).toEqual([{ from: 'x', names: ['a'] }])
})

it('takes no name from text that is long and none', () => {
  expect(importedNames(`import${' '.repeat(2_000_000)}{`)).toEqual([])
  expect(importedNames(`import{${'a'.repeat(2_000_000)} b}from"x"`)).toEqual([{ from: 'x', names: [] }])
})
