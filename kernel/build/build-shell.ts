import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkMovedBuiltins } from './moved-builtins.ts'
import { outFolder } from './out-folder.ts'
import { hashFile, hashSources, isBuildCurrent } from './source-hash.ts'

/** Builds the shell into `dist/` unless that holds a build of the same sources. */
export async function buildShell({
  root,
  force = false,
}: {
  readonly root: string
  readonly force?: boolean
}) {
  linkMovedBuiltins(root)
  const outDir = join(root, outFolder)
  const hash = hashSources(root)
  if (!force && isBuildCurrent(outDir, hash)) return { built: false }
  // Removed first: a build that breaks off must not pass for a finished one.
  await rm(hashFile(outDir), { force: true })
  // Not loaded by the starts that find a build.
  const [{ build }, { shellConfig }] = await Promise.all([import('vite'), import('./shell-config.ts')])
  await build({ ...shellConfig({ root }), configFile: false, mode: 'production', logLevel: 'warn' })
  await writeFile(hashFile(outDir), `${hash}\n`)
  return { built: true }
}
