import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { explainAndExit, runProduct } from '../server/main.ts'
import { ROOT } from '../server/version.ts'

/** In a process of its own: what a build loads would stay in the server's memory. */
function build() {
  const args = [join(ROOT, 'kernel/cli/build.ts'), '--leave-out-failed']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new ConfigurationError('The dashboard could not be built: see the lines above.')
}

try {
  // A wrong variable is told before the build, not after it.
  readConfig(process.env)
  build()
  await runProduct(process.env)
} catch (error) {
  explainAndExit(error)
}
