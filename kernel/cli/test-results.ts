import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export interface TestCounts {
  passed: number
  failed: number
}

const vitest = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number() })
  .transform((report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }))

// A flaky test passed in the end, yet not as it should: it counts as failed.
const playwright = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })
  .transform(({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))

const report = z.union([vitest, playwright])

/** Adds up the JSON reports that vitest and Playwright have written. */
export const sumTestResults = (files: readonly string[]): TestCounts =>
  files
    .filter((file) => existsSync(file))
    .map((file) => report.parse(JSON.parse(readFileSync(file, 'utf8'))))
    .reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
      passed: 0,
      failed: 0,
    })
