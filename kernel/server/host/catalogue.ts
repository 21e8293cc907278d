import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import type { ServerPart } from '@spawnpoint/sdk/server'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A plugin as found on disk; its code is untouched until it is switched on. */
export interface CatalogueEntry {
  readonly id: string
  readonly folder: string
  readonly source: 'builtin' | 'plugin'
  /** Null when the manifest is not usable; then `problem` says why. */
  readonly manifest: Manifest | null
  readonly problem: string | null
  loadServer(): Promise<ServerPart | null>
}

const problemOf = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }) =>
  error.issues
    .map((issue) => `${issue.path.map(String).join('.') || 'manifest'}: ${issue.message}`)
    .join('; ')

function entry(folder: string, name: string, source: CatalogueEntry['source'], raw: unknown): CatalogueEntry {
  const parsed = manifestSchema.safeParse(raw)
  const manifest = parsed.success ? (parsed.data as Manifest) : null
  const isNamed = manifest === null || manifest.id === name
  return {
    id: name,
    folder,
    source,
    manifest: isNamed ? manifest : null,
    problem: parsed.success
      ? isNamed
        ? null
        : `id: the folder is ${name}, the id ${manifest?.id}`
      : problemOf(parsed.error),
    async loadServer() {
      if (!manifest?.server) return null
      const module = (await import(pathToFileURL(join(folder, manifest.server)).href)) as {
        default?: ServerPart
      }
      if (module.default?.kind !== 'server-part')
        throw new Error('E_SERVER_PART: the server module has no default export made by defineServerPart')
      return module.default
    },
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

/** A run-time plugin is read as data, so that finding it runs none of its code. */
function readPlugin(root: string, name: string): CatalogueEntry[] {
  const folder = join(root, name, 'dist')
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) return []
  try {
    return [entry(folder, name, 'plugin', JSON.parse(readFileSync(file, 'utf8')))]
  } catch (error) {
    return [{ ...entry(folder, name, 'plugin', null), problem: `manifest.json: ${String(error)}` }]
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
