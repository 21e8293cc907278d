import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'
import { ROOT } from '../server/version.ts'

/** Builds what has changed, in a process of its own: what a build loads would stay in the server's memory. */
export function buildFirst(): void {
  const args = [join(ROOT, 'kernel/cli/build.ts'), '--for-start']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new ConfigurationError('The dashboard could not be built: see the lines above.')
}
