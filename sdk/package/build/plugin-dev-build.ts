import type { Manifest } from '@spawnpoint/sdk/common'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import semver from 'semver'
import { buildPlugin, type BuiltServer, type PluginFolders } from './build-plugin.ts'
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

const withDevVersion = (module: Record<string, unknown>) => {
  const { default: manifest } = module
  if (!(manifest instanceof Object && 'version' in manifest)) return module
  return { ...module, default: { ...manifest, version: devVersion(String(manifest.version)) } }
}

const loadForDev: LoadModule = async (file) => withDevVersion(await loadFresh(file))

interface DevBuild {
  readonly folder: string
  readonly root: string
  readonly outDir: string
}

/**
 * Builds a whole plugin again and again. Where only files of the browser module have changed since the last build that
 * worked, the manifest and the server module stay: the product then goes on with the server module that runs.
 */
export function createDevBuilds({ folder, ...options }: DevBuild) {
  let kept: { readonly module: Record<string, unknown>; readonly server: BuiltServer } | null = null
  const inBrowser = join(folder, 'browser') + sep
  const isOfBrowser = (path: string) => path.startsWith(inBrowser) && kept?.server.sources.has(path) !== true

  return async (changed: readonly string[]): Promise<void> => {
    const before = changed.length > 0 && changed.every(isOfBrowser) ? kept : null
    kept = null
    let module = before?.module
    let server = before?.server
    await buildPlugin({
      ...options,
      folder,
      load: async (file) => withDevVersion((module ??= await loadFresh(file))),
      keptServer: server,
      onServer: (built) => (server = built),
      sourceMaps: true,
    })
    kept = module && server ? { module, server } : null
  }
}

/**
 * Builds what `dev` hands over where the plugin is served: its modules are read from the development server, and its
 * browser module is not built.
 */
export const buildServed = (options: DevBuild) =>
  buildPlugin({ ...options, load: loadForDev, sourceMaps: true, browser: writeSigns })
