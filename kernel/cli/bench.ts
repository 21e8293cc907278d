import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../server/version.ts'

// Both React's build and the server depend on it.
process.env['NODE_ENV'] = 'production'

// By its place, as plugins are: the product itself needs nothing that tests are made of.
const { runBench }: { runBench(args: readonly string[]): Promise<boolean> } = await import(
  pathToFileURL(join(ROOT, 'tests/bench/run-bench.ts')).href
)

try {
  process.exitCode = (await runBench(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
