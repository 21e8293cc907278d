import type { Manifest } from '@spawnpoint/sdk/common'
import type { CatalogueEntry } from '../../../server/host/catalogue.ts'
import { integrityOf, isForBrowsers, pluginHash } from '../plan-added.ts'
import type { AssetFolder } from '../../../server/page/assets.ts'

const ownFiles = (manifest: Manifest) => manifest.files ?? {}

const findBuild = (entries: readonly CatalogueEntry[], id: string, hash: string) =>
  entries.find(
    (each) =>
      each.id === id &&
      each.source !== 'builtin' &&
      each.manifest !== null &&
      pluginHash(each.manifest) === hash,
  )

/** A run-time plugin's files, as its own manifest lists them, under the hash of its build; tabs that were open before an upgrade still ask for the one before. */
export const createPluginFinder =
  (entries: () => readonly CatalogueEntry[]) =>
  (id: string, hash: string): AssetFolder | null => {
    const entry = findBuild(entries(), id, hash)
    if (!entry?.manifest) return null
    const files = ownFiles(entry.manifest)
    return { folder: entry.folder, has: (file) => isForBrowsers(file) && Object.hasOwn(files, file) }
  }

/** Integrity of the scripts of one build, as long as its files are served. */
export const createIntegrityFinder =
  (entries: () => readonly CatalogueEntry[]) => (id: string, hash: string) => {
    const manifest = findBuild(entries(), id, hash)?.manifest
    return manifest ? integrityOf(manifest) : null
  }
