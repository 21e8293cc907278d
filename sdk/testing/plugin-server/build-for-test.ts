import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A plugin built for a test, below its own folder. */
export interface BuiltPlugin {
  readonly manifest: Manifest
  readonly dist: string
  remove(): void
}

/** Sources in the repository, JavaScript in the package. */
const program = join(import.meta.dirname, `../../cli/main${extname(import.meta.filename)}`)

function build(folder: string, outDir: string) {
  // Built as it is released, and React's production build is chosen by these.
  const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
  const args = ['--disable-warning=ExperimentalWarning', program, 'build', folder, '--out', outDir, '--maps']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, cwd: folder })
  if (status !== 0) throw new Error(`The plugin in ${folder} does not build.\n${stdout}${stderr}`)
}

/** Builds a plugin below its own folder, where its packages are found, and in its own process. */
export function buildForTest(folder: string): BuiltPlugin {
  mkdirSync(join(folder, '.cache'), { recursive: true })
  const dist = mkdtempSync(join(folder, '.cache', 'test-'))
  const remove = () => rmSync(dist, { recursive: true, force: true })
  try {
    build(folder, dist)
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')))
    // The schema has just said that it is one.
    return { manifest: manifest as Manifest, dist, remove }
  } catch (error) {
    remove()
    throw error
  }
}
