import { expect, it } from 'vitest'
import { describeStatement } from './trace-statements.ts'

it.each([
  ['select * from a where b = $1', 'SELECT', 'select * from a where b = $1'],
  [`  -- why\n insert into a values ('it''s', $1)`, 'INSERT', `  -- why\n insert into a values ('?', $1)`],
  [String.raw`update a set b = E'x\'y' where c = 'z'`, 'UPDATE', `update a set b = '?' where c = '?'`],
  ['select $tag$ a value $tag$, $$another$$', 'SELECT', `select '?', '?'`],
  [`create role a password 'hush'`, 'CREATE', null],
  [`alter role a password 'hush'`, 'ALTER', null],
  ['', 'QUERY', null],
])('[OPS31] shows of the statement %s its kind, and its text without values', (text, operation, shown) => {
  expect(describeStatement(text)).toEqual({ operation, text: shown })
})
