import type { Manifest } from '@spawnpoint/sdk/common'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuiltPlugin } from './build-for-test.ts'

/** The manifest of a built-in's folder; null for the folder of any other plugin. */
export async function findBuiltin(folder: string): Promise<BuiltPlugin | null> {
  const module = (await import(pathToFileURL(join(folder, 'manifest.ts')).href)) as { default?: unknown }
  // The manifest's default export was created by `defineManifest` or `defineBuiltin`.
  const manifest = module.default as Manifest
  return manifest.kind === 'builtin' ? { manifest, dist: folder, remove: () => undefined } : null
}

/** Puts a built-in among those of a server under test. Its sources stay where their packages are found. */
export async function placeBuiltin({ manifest, dist: folder }: BuiltPlugin, builtins: string): Promise<void> {
  const target = join(builtins, manifest.id)
  const passOn = async (file: string) => {
    const url = pathToFileURL(join(folder, file)).href
    const names = Object.keys((await import(url)) as object)
    mkdirSync(dirname(join(target, file)), { recursive: true })
    writeFileSync(join(target, file), `export { ${names.join(', ')} } from ${JSON.stringify(url)}\n`)
  }
  await passOn('manifest.ts')
  if (manifest.server !== undefined) await passOn(manifest.server)
  for (const part of ['locales', ...(manifest.migrations === undefined ? [] : [manifest.migrations])])
    cpSync(join(folder, part), join(target, part), { recursive: true })
}
