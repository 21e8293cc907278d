import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './ensure-chromium.ts'

export interface TestStep {
  readonly name: string
  /** A tool of node_modules/.bin, or a script of ours. */
  readonly command: string
  readonly args: readonly string[]
  /** Where the tool writes its counts as JSON, of a step that runs tests. */
  readonly report?: string
  readonly env?: () => Record<string, string>
}

export const reportFolder = '.cache/test'

const vitest = (name: string, more: readonly string[], env: Record<string, string> = {}): TestStep => {
  const report = join(reportFolder, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...more],
    report,
    env: () => env,
  }
}

const staticSteps: readonly TestStep[] = [
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
]

const build: TestStep = { name: 'build', command: 'kernel/cli/build.ts', args: [] }

const journeyEnv = (report: string) => ({
  CHROMIUM_PATH: ensureChromium(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), report),
})

const journeyReport = join(reportFolder, 'journeys.json')
const journeys: TestStep = {
  name: 'journeys',
  command: 'playwright',
  args: ['test', '-c', 'e2e/playwright.config.ts', '--reporter=dot,json'],
  report: journeyReport,
  env: () => journeyEnv(journeyReport),
}

/** `npm test`, stage after stage. Tests come after the build: some start the product as it ships. */
export const testSteps: readonly (readonly TestStep[])[] = [
  [...staticSteps, build],
  [vitest('tests', [])],
  [journeys],
]

const spanning = ['integration', 'contract', 'bench'].flatMap((folder) => ['--exclude', `tests/${folder}/**`])

/** The part that fits into a minute: `npm run check`. */
export const fastSteps: readonly (readonly TestStep[])[] = [
  staticSteps,
  [vitest('unit and architecture tests', spanning)],
]

const longForm = /support\/soak\.ts'|process\.env\['SOAK'\]|\bstandstill\b|chaos-plugins\.ts'/

/** Each test file that has a long form, which runs where `SOAK` is set. */
const soakFiles = (): string[] =>
  globSync('{builtin,kernel,sdk,tests}/**/*.test.ts').filter((path) =>
    longForm.test(readFileSync(path, 'utf8')),
  )

const soakJourneyReport = join(reportFolder, 'soak-journeys.json')

/** Journeys that visit more screens there. */
const soakJourneys: TestStep = {
  ...journeys,
  name: 'soak journeys',
  args: [...journeys.args, 'screens.e2e.ts', 'screen-rights.e2e.ts', 'switched-off.e2e.ts'],
  report: soakJourneyReport,
  env: () => ({ ...journeyEnv(soakJourneyReport), SOAK: '1' }),
}

/** `npm run test:soak`. */
export const soakSteps = (): readonly (readonly TestStep[])[] => [
  [build],
  [vitest('soak tests', ['--maxWorkers=1', ...soakFiles()], { SOAK: '1' })],
  [soakJourneys],
]

export const reportsOf = (stages: readonly (readonly TestStep[])[]): readonly string[] =>
  stages.flat().flatMap(({ report }) => report ?? [])
