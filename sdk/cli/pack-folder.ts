import { spawnSync } from 'node:child_process'
import { z } from 'zod'

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

/** Packs a folder as an npm tarball; answers the name of its file. */
export function packFolder(folder: string, into: string): string {
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
