import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { stagePackages, type StagedPackages } from './stage-packages.ts'

/** File names of the two tarballs. */
export interface Tarballs {
  readonly sdk: string
  readonly contracts: string
}

const packed = z.union([
  z.array(z.object({ filename: z.string() })).min(1),
  // npm 12 answers by name.
  z.record(z.string(), z.object({ filename: z.string() })).transform((found) => Object.values(found)),
])

const isRepository = (root: string) => existsSync(join(root, 'sdk/common/index.ts'))

/** A project passes on the copies that it was installed with. */
function findInstalled(root: string): StagedPackages {
  const require = createRequire(join(root, 'package.json'))
  return { sdk: root, contracts: dirname(require.resolve('@spawnpoint/contracts/package.json')) }
}

function packOne(folder: string, into: string): string {
  const args = ['pack', folder, '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', into]
  const script = process.env['npm_execpath']
  const isScript = script !== undefined && /\.c?js$/.test(script)
  const { status, stdout, stderr, error } = isScript
    ? spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
    : spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (error) throw new Error(`npm could not be started (${error.message}): install npm, then run this again.`)
  if (status !== 0) throw new Error(`npm could not pack ${folder}\n${stderr}`)
  const [file] = packed.parse(JSON.parse(stdout))
  if (!file) throw new Error(`npm packed nothing of ${folder}`)
  return file.filename
}

/** Packed once for each state of the sources; npm takes its time. */
function packStaged({ sdk, contracts }: StagedPackages): Tarballs & { readonly folder: string } {
  const folder = join(dirname(sdk), 'tarballs')
  const list = join(folder, 'list.json')
  // We wrote it below.
  if (existsSync(list)) return { ...(JSON.parse(readFileSync(list, 'utf8')) as Tarballs), folder }
  mkdirSync(folder, { recursive: true })
  const packed = { sdk: packOne(sdk, folder), contracts: packOne(contracts, folder) }
  writeFileSync(list, JSON.stringify(packed))
  return { ...packed, folder }
}

/** Writes `@spawnpoint/sdk` and `@spawnpoint/contracts` as npm tarballs into a folder. */
export function packTarballs({ root, into }: { readonly root: string; readonly into: string }): Tarballs {
  mkdirSync(into, { recursive: true })
  if (!isRepository(root)) {
    const { sdk, contracts } = findInstalled(root)
    return { sdk: packOne(sdk, into), contracts: packOne(contracts, into) }
  }
  const { folder, sdk, contracts } = packStaged(stagePackages(root))
  for (const file of [sdk, contracts]) copyFileSync(join(folder, file), join(into, file))
  return { sdk, contracts }
}
