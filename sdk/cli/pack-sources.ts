import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import type { Tarballs } from './pack-folder.ts'
import { TOOLS_ROOT } from './repository.ts'

/** The checkout has a command that makes the packages of its sources. */
export function packSources(into: string): Tarballs {
  const args = ['--disable-warning=ExperimentalWarning', join(TOOLS_ROOT, 'kernel/cli/sdk-pack.ts'), into]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const [sdk, contracts] = stdout.trim().split('\n')
  if (status !== 0 || sdk === undefined || contracts === undefined) throw new Error(stderr)
  return { sdk: basename(sdk), contracts: basename(contracts) }
}
