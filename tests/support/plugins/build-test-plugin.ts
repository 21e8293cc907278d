import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

/** Builds a plugin from sources into a plugins folder of this checkout, before the product is started; returns its undo. */
export function buildTestPlugin(
  id: string,
  files: Readonly<Record<string, string>>,
  pluginsDir = join(ROOT, 'plugins'),
): () => void {
  const folder = join(pluginsDir, id)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
  const command = [join(ROOT, 'sdk/cli/main.ts'), 'build', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  if (status !== 0) {
    remove()
    throw new Error(`${stdout}${stderr}`)
  }
  // As one that was installed: a start would build sources anew.
  for (const each of readdirSync(folder)) if (each !== 'dist') rmSync(join(folder, each), { recursive: true })
  return remove
}

/** The checkout whose plugins folder that is. */
export { ROOT }
