import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const isTesting = Boolean(process.env['VITEST'])

/** Tests run the real modules: contracts with their schemas, zod as it is. */
const shell = async () => {
  if (isTesting) return { plugins: [(await import('@vitejs/plugin-react')).default()] }
  const { shellConfig } = await import('./kernel/build/shell-config.ts')
  return shellConfig({ root: import.meta.dirname })
}

const sequence = async () => {
  if (!isTesting) return {}
  return { sequencer: (await import('./tests/support/environment-sequencer.ts')).EnvironmentSequencer }
}

export default defineConfig(async () => ({
  ...(await shell()),
  test: {
    include: ['{kernel,sdk,builtin,plugins,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '.data/**', '.cache/**'],
    globalSetup: ['tests/support/database/global-setup.ts'],
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 120_000 } },
    // Files share their worker: what a file imports is loaded once, and nothing is kept between files but modules.
    isolate: false,
    sequence: await sequence(),
    silent: 'passed-only' as const,
    // Generous: what passes does not wait for these, and a busy machine takes its time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Many tests wait for time-outs of the product or for processes; others can use the processor meanwhile.
    maxWorkers: 2 * availableParallelism(),
    // Tests make and drop much at once: with more room for it, less of the processor goes into collecting.
    execArgv: ['--max-semi-space-size=32'],
  },
}))
