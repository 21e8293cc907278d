import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { describeFailures, readTestResults } from './test-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, report: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}

const units = write('units.json', {
  numPassedTests: 10,
  numFailedTests: 1,
  testResults: [
    {
      name: 'kernel/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: '[ONE1] adds', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        { fullName: 'subtracts', status: 'passed', failureMessages: [] },
      ],
    },
    { name: 'kernel/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ],
})

const journeys = write('journeys.json', {
  stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 },
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              file: 'a.e2e.ts',
              title: 'logs in',
              tests: [
                {
                  status: 'flaky',
                  results: [{ errors: [{ message: '\u001b[31mnot found\u001b[39m' }] }, { errors: [] }],
                },
              ],
            },
            {
              file: 'a.e2e.ts',
              title: 'logs out',
              tests: [{ status: 'expected', results: [{ errors: [] }] }],
            },
          ],
        },
      ],
    },
  ],
})

it('adds up both reports, counts a flaky journey as failed, and takes a missing report for nothing', () => {
  expect(readTestResults([units, journeys, join(folder, 'none.json')])).toMatchObject({
    passed: 13,
    failed: 2,
  })
})

it('names each failed test, and files that could not be loaded, with what they said', () => {
  const { failures } = readTestResults([units, journeys])
  expect(describeFailures(failures).split('\n')).toEqual([
    'kernel/a.test.ts › [ONE1] adds',
    '    expected 1 to be 2',
    'kernel/b.test.ts',
    '    no such module',
    'a.e2e.ts › logs in',
    '    not found',
  ])
})
