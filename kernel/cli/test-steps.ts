import { join } from 'node:path'
import { ensureChromium } from './ensure-chromium.ts'

export interface TestStep {
  name: string
  /** A tool of node_modules/.bin, or a script of ours. */
  command: string
  args: string[]
  /** Part of `npm run check`. */
  fast: boolean
  /** Long steps show what they do while they do it; the others speak only when they fail. */
  live?: boolean
  env?: () => Record<string, string>
}

export const reportFolder = '.cache/test'
export const unitReport = join(reportFolder, 'vitest.json')
export const journeyReport = join(reportFolder, 'playwright.json')

const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
const spanning = ['integration', 'contract', 'bench']

/** What `npm test` runs, in this order. */
export const testSteps: readonly TestStep[] = [
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'], fast: true },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'], fast: true },
  { name: 'format', command: 'oxfmt', args: ['--check'], fast: true },
  { name: 'unused code', command: 'knip', args: ['--no-progress'], fast: true },
  // Before the tests: those of the whole product start it as it is shipped.
  { name: 'build', command: 'kernel/cli/build.ts', args: [], fast: false, live: true },
  { name: 'tests', command: 'vitest', args: vitestArgs, fast: false, live: true },
  {
    name: 'journeys',
    command: 'playwright',
    args: ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    fast: false,
    live: true,
    env: () => ({
      CHROMIUM_PATH: ensureChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), journeyReport),
    }),
  },
]

const unitStep: TestStep = {
  name: 'unit and architecture tests',
  command: 'vitest',
  args: [...vitestArgs, ...spanning.flatMap((folder) => ['--exclude', `tests/${folder}/**`])],
  fast: true,
  live: true,
}

/** The part that fits into a minute: `npm run check`. */
export const fastSteps: readonly TestStep[] = [...testSteps.filter(({ fast }) => fast), unitStep]
