import { expect, it } from 'vitest'
import { faultsOf } from './query-plans.ts'

const large = new Set(['account'])

it('finds a large table that is read from end to end, however deep in the plan', () => {
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'account', 'Actual Rows': 21, 'Actual Loops': 1 }
  expect(faultsOf({ 'Node Type': 'Aggregate', Plans: [scan] }, large, 100)).toEqual(['Seq Scan of account'])
  expect(faultsOf({ ...scan, 'Relation Name': 'role' }, large, 100)).toEqual([])
})

it('lets a scan pass that a limit ended after a few rows', () => {
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'account', 'Actual Rows': 21, 'Actual Loops': 1 }
  const limited = (of: object) => faultsOf({ 'Node Type': 'Limit', Plans: [{ ...scan, ...of }] }, large, 100)
  expect(limited({})).toEqual([])
  expect(limited({ 'Rows Removed by Filter': 100 })).toEqual(['Seq Scan of account'])
})

it('counts what a step passed over, in each of its loops', () => {
  const step = { 'Node Type': 'Index Scan', 'Actual Rows': 1, 'Actual Loops': 3 }
  expect(faultsOf({ ...step, 'Rows Removed by Filter': 30 }, large, 100)).toEqual([])
  expect(faultsOf({ ...step, 'Rows Removed by Filter': 40 }, large, 100)).toEqual(['Index Scan: 123 rows'])
})
