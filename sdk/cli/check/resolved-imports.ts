import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { pluginBrowserConfig, pluginServerConfig } from '../../package/build/plugin-config.ts'
import { sharedSpecifiers } from '../../package/build/shared-specifiers.ts'
import { TOOLS_ROOT } from '../repository.ts'

/** A package that came into the plugin's own files. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly bytes: number
}

/** How the imports of one half resolve. */
export interface ResolvedImports {
  readonly shared: readonly string[]
  readonly bundled: readonly BundledPackage[]
  /** Left for a Node or a dashboard that does not have them. */
  readonly missing: readonly string[]
  /** Why it could not be built; null when it was. */
  readonly failure: string | null
}

const nothing: ResolvedImports = { shared: [], bundled: [], missing: [], failure: null }

/** The package that a file belongs to: the nearest folder whose package.json has a name and a version. */
function packageAt(file: string): { name: string; version: string; folder: string } | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (!existsSync(path)) continue
    const { name, version }: { name?: unknown; version?: unknown } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof name === 'string' && typeof version === 'string') return { name, version, folder }
  }
  return null
}

function bundledOf(chunks: readonly Rolldown.OutputChunk[], plugin: string): readonly BundledPackage[] {
  const found = new Map<string, BundledPackage>()
  for (const { modules } of chunks)
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const file = id.replace(/^\0+/, '').replace(/\?.*$/, '')
      const owner = file.startsWith('/') || /^[A-Z]:/.test(file) ? packageAt(file) : null
      // Below the plugin it is another's package; at it or above, the plugin's own project.
      if (!owner || `${plugin}/`.startsWith(`${owner.folder}/`) || renderedLength === 0) continue
      const bytes = (found.get(owner.folder)?.bytes ?? 0) + renderedLength
      found.set(owner.folder, { ...owner, bytes })
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function resolveModule(config: InlineConfig, plugin: string, isKnown: (name: string) => boolean) {
  try {
    const quiet = { ...config, logLevel: 'silent' as const, build: { ...config.build, write: false } }
    const outputs = [await build(quiet)].flat() as Rolldown.RolldownOutput[]
    const chunks = outputs.flatMap(({ output }) =>
      output.flatMap((each) => (each.type === 'chunk' ? [each] : [])),
    )
    const own = new Set(chunks.map(({ fileName }) => fileName))
    const outside = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    const names = [...new Set(outside.filter((each) => !own.has(each)))].sort()
    return {
      shared: names.filter(isKnown),
      missing: names.filter((each) => !isKnown(each)),
      bundled: bundledOf(chunks, plugin),
      failure: null,
    }
  } catch (error) {
    return { ...nothing, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Builds both halves in memory and says where each import has gone. */
export async function resolveImports(folder: string, manifest: Manifest) {
  process.env['NODE_ENV'] = 'production'
  const options = { id: manifest.id, folder, outDir: join(folder, 'dist'), root: TOOLS_ROOT }
  const hasBrowser = Object.keys(manifest.modules).length > 0
  const browser = hasBrowser
    ? await resolveModule(pluginBrowserConfig({ ...options, modules: manifest.modules }), folder, (name) =>
        sharedSpecifiers.includes(name),
      )
    : null
  const server =
    manifest.server === undefined
      ? null
      : await resolveModule(pluginServerConfig({ ...options, server: manifest.server }), folder, (name) =>
          name.startsWith('node:'),
        )
  return { browser, server }
}
