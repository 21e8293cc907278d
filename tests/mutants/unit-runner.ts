import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

export interface RunResult {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  /** Titles of failed tests that waited as long as they may: on a busy machine they may fail without a mutant. */
  readonly waited: readonly string[]
  /** Faults outside of tests: a file that does not load proves nothing. */
  readonly faults: readonly string[]
}

// A test that a mutant fails often waits for something that never comes.
const PATIENCE_MS = 15_000

const citing = (rules: readonly string[]) => new RegExp(`\\[[^\\]]*\\b(?:${rules.join('|')})\\b[^\\]]*\\]`)

const titlesOf = (modules: readonly TestModule[], state: 'passed' | 'failed') =>
  modules.flatMap((module) => [...module.children.allTests(state)].map(({ fullName }) => fullName))

const waitedIn = (modules: readonly TestModule[]) =>
  modules.flatMap((module) =>
    [...module.children.allTests('failed')]
      .filter((test) => (test.diagnostic()?.duration ?? 0) >= PATIENCE_MS)
      .map(({ fullName }) => fullName),
  )

/** One vitest that stays warm over all mutants and reads again what changed. */
export async function createUnitRunner(root: string) {
  // Tests read files by paths from the root of the checkout.
  process.chdir(root)
  // Vitest's own command sets it before it reads the configuration, which depends on it.
  process.env['VITEST'] = 'true'
  process.env['TEST_PATIENCE_MS'] = String(PATIENCE_MS)
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'vite.config.ts'),
    watch: false,
    run: true,
    bail: 0,
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: 6 * PATIENCE_MS,
    hookTimeout: 12 * PATIENCE_MS,
    reporters: [{}],
    silent: true,
    onConsoleLog: () => false,
  })
  return {
    /** Runs the tests of these files whose titles cite one of these rules. */
    async run(
      files: readonly string[],
      rules: readonly string[],
      changed: readonly string[],
    ): Promise<RunResult> {
      for (const file of changed) vitest.invalidateFile(file)
      vitest.setGlobalTestNamePattern(citing(rules))
      const specifications = await vitest.globTestSpecifications([...files])
      const wanted = specifications.filter(({ moduleId }) =>
        files.some((file) => moduleId === join(root, file)),
      )
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, false)
      return {
        passed: titlesOf(testModules, 'passed'),
        failed: titlesOf(testModules, 'failed'),
        waited: waitedIn(testModules),
        faults: [...testModules.flatMap((module) => module.errors()), ...unhandledErrors].map(
          (error) => (error as { message?: string }).message ?? 'unknown error',
        ),
      }
    },
    invalidate: (file: string) => vitest.invalidateFile(file),
    close: () => vitest.close(),
  }
}

export type UnitRunner = Awaited<ReturnType<typeof createUnitRunner>>

export const cites = (title: string, rule: string) => citing([rule]).test(title)
