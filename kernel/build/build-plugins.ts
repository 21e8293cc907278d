import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile, hashPlugin, isBuildCurrent } from './source-hash.ts'

export interface PluginResult {
  readonly id: string
  /** Why it could not be built; null when it was. */
  readonly problem: string | null
}

/** Folders of `plugins/` that hold sources; one that was installed has a `dist/` alone. */
const sourceFolders = (plugins: string): readonly string[] =>
  existsSync(plugins)
    ? readdirSync(plugins)
        .filter((name) => existsSync(join(plugins, name, 'manifest.ts')))
        .sort()
    : []

async function buildOne(root: string, folder: string): Promise<string | null> {
  const outDir = join(folder, 'dist')
  const hash = hashPlugin(root, folder)
  // Removed first: what an older state left must not run in its place.
  await rm(outDir, { recursive: true, force: true })
  try {
    const { buildPlugin } = await import('../../sdk/package/build/build-plugin.ts')
    await buildPlugin({ folder, root })
    await writeFile(hashFile(outDir), `${hash}\n`)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Builds every plugin of `plugins/` whose build is missing or made of other sources; one that fails stops no other. */
export async function buildPlugins({
  root,
  force = false,
  plugins = join(root, 'plugins'),
}: {
  readonly root: string
  readonly force?: boolean
  readonly plugins?: string
}): Promise<readonly PluginResult[]> {
  const results: PluginResult[] = []
  for (const id of sourceFolders(plugins)) {
    const folder = join(plugins, id)
    const isCurrent = !force && isBuildCurrent(join(folder, 'dist'), hashPlugin(root, folder))
    if (!isCurrent) results.push({ id, problem: await buildOne(root, folder) })
  }
  return results
}
