import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sumTestResults } from './test-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('adds up both reports, counts a flaky journey as failed, and takes a missing report for nothing', () => {
  const [units, journeys] = [join(folder, 'units.json'), join(folder, 'journeys.json')]
  writeFileSync(units, JSON.stringify({ numPassedTests: 10, numFailedTests: 1, numTotalTests: 11 }))
  writeFileSync(journeys, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } }))
  expect(sumTestResults([units, journeys, join(folder, 'none.json')])).toEqual({ passed: 13, failed: 2 })
})
