import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import type { PackageRight, PackageSignature } from '@spawnpoint/sdk/server'
import { sha384 } from '../../../sdk/package/read-package.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPatternProblems } from '../../../sdk/package/settings-schema.ts'
import { importServerModule, type ServerModule } from './server-module.ts'

/** A version of a plugin that was installed from a file. */
export interface InstalledPackage {
  readonly id: string
  readonly hash: string
  readonly version: string
  readonly manifest: Manifest
  /** Null when its file is no longer kept. */
  readonly blobId: string | null
  readonly signature: PackageSignature
  readonly rights: readonly PackageRight[]
  readonly isolated: boolean
  /** An operator allowed its server module into the product's process. */
  readonly inProcess: boolean
  /** Why an upgrade to this version was taken back. */
  readonly failure: string | null
  readonly installedAt: Date
  readonly isCurrent: boolean
  readonly replacedAt: Date | null
  /** Result of the last attempt to replace it. */
  readonly failedUpgrade: string | null
}

/** A plugin as it was found; its code is untouched until it is switched on. */
export interface CatalogueEntry {
  readonly id: string
  readonly folder: string
  /** Shipped with the product, lying in the plugins folder, or installed from a file. */
  readonly source: 'builtin' | 'folder' | 'package'
  /** Rights the operator granted to an installed package. */
  readonly installed?: InstalledPackage
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

/** Imports the server module. Node keeps a module for each address: the same build is loaded once, a new one has its own. */
export async function loadServerPart(
  folder: string,
  manifest: Manifest | null,
): Promise<ServerModule | null> {
  return manifest?.server ? importServerModule(join(folder, manifest.server)) : null
}

function entry(folder: string, name: string, source: 'builtin' | 'folder', raw: unknown): CatalogueEntry {
  const parsed = manifestSchema.safeParse(raw)
  const manifest = parsed.success ? (parsed.data as Manifest) : null
  const isNamed = manifest === null || manifest.id === name
  const [unsafe] = source === 'builtin' ? [] : Object.keys(findPatternProblems(manifest?.settings))
  return {
    id: name,
    folder,
    source,
    manifest: isNamed && unsafe === undefined ? manifest : null,
    problem: !parsed.success
      ? problemOf(parsed.error)
      : !isNamed
        ? `id: the folder is ${name}, the id ${manifest?.id}`
        : unsafe === undefined
          ? null
          : `${unsafe}: E_SETTINGS_PATTERN`,
    loadServer: () => loadServerPart(folder, manifest),
  }
}

const folders = (root: string) =>
  existsSync(root)
    ? readdirSync(root, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
    : []

async function readBuiltin(root: string, name: string): Promise<CatalogueEntry[]> {
  const file = join(root, name, 'manifest.ts')
  if (!existsSync(file)) return []
  const module = (await import(pathToFileURL(file).href)) as { default?: unknown }
  return [entry(join(root, name), name, 'builtin', module.default)]
}

/** Refuses files that differ from the build. The page checks the files that it loads itself. */
function findAltered(folder: string, { server, migrations, files = {} }: Manifest): string | null {
  for (const [name, { sha384: expected }] of Object.entries(files)) {
    if (name !== server && (migrations === undefined || posix.dirname(name) !== migrations)) continue
    const path = join(folder, name)
    if (!existsSync(path)) return `${name} is missing: build the plugin again`
    if (sha384(readFileSync(path)) !== expected)
      return `${name} is not what the manifest says: build the plugin again`
  }
  return null
}

function checked(found: CatalogueEntry): CatalogueEntry {
  const problem = found.manifest && findAltered(found.folder, found.manifest)
  return problem ? { ...found, manifest: null, problem } : found
}

/** A run-time plugin is read as data, so that finding it runs none of its code. */
function readPlugin(root: string, name: string): CatalogueEntry[] {
  const folder = join(root, name, 'dist')
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) return []
  try {
    return [checked(entry(folder, name, 'folder', JSON.parse(readFileSync(file, 'utf8'))))]
  } catch (error) {
    return [{ ...entry(folder, name, 'folder', null), problem: `manifest.json: ${String(error)}` }]
  }
}

/** All plugins on disk, built-ins first, each in the order of its name. */
export async function readCatalogue(roots: {
  builtin: string
  plugins: string
}): Promise<readonly CatalogueEntry[]> {
  const builtins = await Promise.all(
    folders(roots.builtin)
      .sort()
      .map((name) => readBuiltin(roots.builtin, name)),
  )
  const plugins = folders(roots.plugins)
    .sort()
    .flatMap((name) => readPlugin(roots.plugins, name))
  const found = [...builtins.flat(), ...plugins]
  const taken = new Set(builtins.flat().map(({ id }) => id))
  return found.filter((each) => each.source === 'builtin' || !taken.has(each.id))
}
