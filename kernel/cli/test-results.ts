import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface TestFailure {
  readonly title: string
  readonly message: string
}

export interface TestResults {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly TestFailure[]
}

const vitest = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string().default(''),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform((report): TestResults => {
    const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => ({
          title: `${file} › ${one.fullName}`,
          message: (one.failureMessages ?? []).join('\n'),
        }))
      // A file that could not be loaded has no tests.
      return status === 'failed' && failed.length === 0 ? [{ title: file, message }] : failed
    })
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
  })

interface Suite {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly errors: readonly { readonly message?: string | undefined }[] }[]
    }[]
  }[]
  readonly suites?: readonly Suite[] | undefined
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  suites: z.lazy(() => z.array(suite)).optional(),
})

const failuresOf = ({ specs, suites = [] }: Suite): readonly TestFailure[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        title: `${file} › ${title}`,
        message: results
          .flatMap(({ errors }) => errors)
          .map(({ message = '' }) => message)
          .join('\n'),
      })),
  ),
  ...suites.flatMap(failuresOf),
]

// A flaky test passed in the end, yet not as it should: it counts as failed.
const playwright = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
    suites: z.array(suite),
  })
  .transform(({ stats, suites }): TestResults => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(failuresOf),
  }))

const report = z.union([vitest, playwright])

/** Adds up the JSON reports that vitest and Playwright have written. */
export const readTestResults = (files: readonly string[]): TestResults => {
  const results = files
    .filter((file) => existsSync(file))
    .map((file) => report.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  }
}

const LINES_OF_A_MESSAGE = 20

/** Each failed test with the beginning of what it said, for the end of a long log. */
export const describeFailures = (failures: readonly TestFailure[]): string =>
  failures
    .map(({ title, message }) => {
      const lines = stripVTControlCharacters(message)
        .trim()
        .split('\n')
        .filter((line) => !line.includes('/node_modules/'))
        .slice(0, LINES_OF_A_MESSAGE)
      return [title, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n')
