import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { isResource } from '@spawnpoint/sdk/resource'
import { resourceServer } from '@spawnpoint/sdk/resource/server'
import type { PluginServer, TrustedServer } from '@spawnpoint/sdk/server'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type ServerModule = TrustedServer | PluginServer

/** A plugin as it was found; its code is untouched until it is switched on. */
export interface CatalogueEntry {
  readonly id: string
  readonly folder: string
  /** Shipped with the product, lying in the plugins folder, or installed from a file. */
  readonly source: 'builtin' | 'folder' | 'package'
  /** Migrations of other versions that are installed beside this one. */
  readonly knownMigrations?: readonly string[]
  /** Null when the manifest is not usable; then `problem` says why. */
  readonly manifest: Manifest | null
  readonly problem: string | null
  loadServer(): Promise<ServerModule | null>
}

/** A plugin whose manifest can be used. */
export type UsableEntry = CatalogueEntry & { readonly manifest: Manifest }

export const isUsable = (entry: CatalogueEntry): entry is UsableEntry => entry.manifest !== null

const problemOf = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }) =>
  error.issues
    .map((issue) => `${issue.path.map(String).join('.') || 'manifest'}: ${issue.message}`)
    .join('; ')

const isServerModule = (value: unknown): value is ServerModule => {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'trusted-server' || value.kind === 'plugin-server'
}

/** A `resource.ts` is a server module too: its resource is served as declared. */
async function importServerModule(file: string): Promise<ServerModule> {
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  if (isServerModule(module['default'])) return module['default']
  const resource = Object.values(module).find(isResource)
  if (resource) return resourceServer(resource)
  throw new Error('E_SERVER_PART: the server module has no default export made by definePluginServer')
}

/** Imports the server module. Node keeps a module for each address: the same build is loaded once, a new one has its own. */
export async function loadServerPart(
  folder: string,
  manifest: Manifest | null,
): Promise<ServerModule | null> {
  return manifest?.server ? importServerModule(join(folder, manifest.server)) : null
}

/** The entry of a plugin's folder, by the manifest that lies there. */
export function readEntry(
  folder: string,
  name: string,
  source: 'builtin' | 'folder',
  raw: unknown,
): CatalogueEntry {
  const parsed = manifestSchema.safeParse(raw)
  const manifest = parsed.success ? (parsed.data as Manifest) : null
  const isNamed = manifest === null || manifest.id === name
  return {
    id: name,
    folder,
    source,
    manifest: isNamed ? manifest : null,
    problem: !parsed.success
      ? problemOf(parsed.error)
      : isNamed
        ? null
        : `id: the folder is ${name}, the id ${manifest.id}`,
    loadServer: () => loadServerPart(folder, manifest),
  }
}

export const listFolders = (root: string): readonly string[] =>
  existsSync(root)
    ? readdirSync(root, { withFileTypes: true })
        .flatMap((each) => (each.isDirectory() ? [each.name] : []))
        .sort()
    : []

async function readBuiltin(root: string, name: string): Promise<CatalogueEntry[]> {
  const file = join(root, name, 'manifest.ts')
  if (!existsSync(file)) return []
  const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
  return [readEntry(join(root, name), name, 'builtin', module.default)]
}

/** The plugins that come with the product, in the order of their names. */
export async function readBuiltins(root: string): Promise<readonly CatalogueEntry[]> {
  return (await Promise.all(listFolders(root).map((name) => readBuiltin(root, name)))).flat()
}
