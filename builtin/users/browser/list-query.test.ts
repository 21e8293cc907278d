import { expect, it } from 'vitest'
import { isNarrowed, readListQuery, toParams } from './list-query.ts'

const role = '00000000-0000-4000-8000-000000000002'

it('[USR5] finds search, filters, order and page again in the address', () => {
  const query = { search: 'ada', role, banned: 'true', sort: 'email', order: 'asc', cursor: 'abc' } as const
  expect(readListQuery(new URLSearchParams(toParams(query)))).toEqual(query)
  expect(isNarrowed(query)).toBe(true)
})

it('[USR5] leaves out what the server would refuse, and what is set by itself', () => {
  const query = readListQuery(new URLSearchParams('role=x&banned=maybe&sort=password&order=sideways'))
  expect(toParams(query)).toEqual({})
  expect(isNarrowed(query)).toBe(false)
})
