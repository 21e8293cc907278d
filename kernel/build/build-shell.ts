import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkMovedBuiltins } from './moved-builtins.ts'
import { outFolder } from './out-folder.ts'
import { placesBeside, replaceBuild, settle } from './replace-build.ts'
import { hashFile, hashSources, isBuildCurrent } from './source-hash.ts'

/** Builds the shell into `dist/` unless that holds a build of the same sources. The one before serves until it is exchanged. */
export async function buildShell({
  root,
  force = false,
  onBuild,
}: {
  readonly root: string
  readonly force?: boolean
  /** Told when there is something to build, which takes its time. */
  readonly onBuild?: () => void
}) {
  linkMovedBuiltins(root)
  const outDir = join(root, outFolder)
  const hash = hashSources(root)
  if (!force && isBuildCurrent(outDir, hash)) return { built: false }
  onBuild?.()
  await settle(outDir)
  const { next } = placesBeside(outDir)
  // Not loaded by the starts that find a build.
  const [{ build }, { shellConfig }] = await Promise.all([import('vite'), import('./shell-config.ts')])
  const config = shellConfig({ root })
  const beside = { ...config, build: { ...config.build, outDir: next } }
  await build({ ...beside, configFile: false, mode: 'production', logLevel: 'warn' })
  await writeFile(hashFile(next), `${hash}\n`)
  await replaceBuild(outDir, new Date())
  return { built: true }
}
