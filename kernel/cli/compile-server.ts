import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../server/version.ts'
import { showProgress } from './show-progress.mjs'

const sources = [
  'kernel/{cli,common,packages,server}/**/*.ts',
  'sdk/{common,package,server,panel-emulator}/**/*.ts',
  'builtin/*/{manifest,resource}.ts',
  'builtin/*/{contract,server}/**/*.ts',
]

/** Modules that a start imports, with their imports; the emulator is used until a panel is set. */
const loaded = [
  'kernel/cli/start.ts',
  'builtin/*/manifest.ts',
  'builtin/*/server/index.ts',
  'sdk/panel-emulator/start-panel-emulator.ts',
]

const STAMP_FILE = 'spawnpoint-server'

/** Sizes and times: to read them all would cost more than a start can spare. */
function stampOf(root: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const { mtimeMs, size } = statSync(join(root, file))
    hash.update(`${file}\0${mtimeMs}\0${size}\0`)
  }
  return hash.digest('hex')
}

/**
 * Loads what the server will load, so that the compile cache has it: what strips types then stays in this process, and
 * out of the memory of the one that runs for weeks. Nothing to do where that was done, or where no cache is kept.
 */
export async function compileServer({ everyMs = 10_000 } = {}): Promise<void> {
  const cache = getCompileCacheDir()
  if (cache === undefined) return
  const file = join(cache, STAMP_FILE)
  const stamp = stampOf(ROOT)
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return
  const stopProgress = showProgress('Preparing the server', { everyMs })
  for (const each of globSync(loaded, { cwd: ROOT })) await import(pathToFileURL(join(ROOT, each)).href)
  await stopProgress()
  writeFileSync(file, stamp)
}
