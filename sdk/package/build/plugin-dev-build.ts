import type { Manifest } from '@spawnpoint/sdk/common'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import semver from 'semver'
import { buildPlugin, type PluginFolders } from './build-plugin.ts'
import { loadFresh, type LoadModule } from './load-module.ts'
import { PLUGIN_DEV_PATH } from '../dev-endpoint.ts'

/** Modules that lead to the development server, in place of the built ones. */
async function writeSigns({ id, outDir }: PluginFolders, { modules }: Manifest) {
  await mkdir(join(outDir, 'browser'), { recursive: true })
  const signs = Object.entries(modules).map(([name, file]) => ({ name, file, sign: `browser/${name}.js` }))
  for (const { file, sign } of signs) {
    const address = JSON.stringify(`${PLUGIN_DEV_PATH}${id}/${file}`)
    await writeFile(join(outDir, sign), `export { default } from ${address}\n`)
  }
  return Object.fromEntries(signs.map(({ name, sign }) => [name, sign]))
}

/** Above the version that is written, and above the one before: a server takes no other files under a version it has. */
function devVersion(version: string): string {
  const next = semver.inc(version, 'patch') ?? version
  return `${next}-dev.${Date.now()}`
}

const loadForDev: LoadModule = async (file) => {
  const module = await loadFresh(file)
  const { default: manifest } = module
  if (!(manifest instanceof Object && 'version' in manifest)) return module
  return { ...module, default: { ...manifest, version: devVersion(String(manifest.version)) } }
}

/**
 * Builds what `dev` hands over. Where the plugin is served its modules are read from the development server, and its
 * browser module is not built.
 */
export const buildForDev = ({
  isServed,
  ...options
}: {
  readonly folder: string
  readonly root: string
  readonly outDir: string
  readonly isServed: boolean
}) =>
  buildPlugin({
    ...options,
    load: loadForDev,
    sourceMaps: true,
    ...(isServed ? { browser: writeSigns } : {}),
  })
