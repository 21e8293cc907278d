import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { sha384 } from '../../../sdk/package/read-package.ts'
import { findSettingsProblems } from '../../../sdk/package/settings-schema.ts'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import { listFolders, readEntry, type CatalogueEntry } from '../../server/host/catalogue.ts'

/** Warning for the start when PLUGINS_DIR is missing; throws when it cannot be read. */
export const findPluginsDirWarning = (folder: string | null): string | null => {
  if (folder === null) return null
  try {
    readdirSync(folder)
    return null
  } catch (error) {
    const code = findErrorCode(error) ?? 'unknown reason'
    if (code === 'ENOENT')
      return `Warning: there is no folder ${folder}, so none of the plugins in it are loaded. Check PLUGINS_DIR, or make the folder.`
    throw new ConfigurationError(
      `PLUGINS_DIR is not usable: ${folder} cannot be read as a folder (${code}); give a folder with one built plugin a folder.`,
    )
  }
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

function findProblem({ manifest, folder }: CatalogueEntry): string | null {
  if (!manifest) return null
  const [unsafe] = Object.entries(findSettingsProblems(manifest.settings))
  return unsafe === undefined ? findAltered(folder, manifest) : unsafe.join(': ')
}

/** A run-time plugin is read as data, so that finding it runs none of its code. */
function readPlugin(root: string, name: string): CatalogueEntry[] {
  const folder = join(root, name, 'dist')
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) return []
  try {
    const found = readEntry(folder, name, 'folder', JSON.parse(readFileSync(file, 'utf8')))
    const problem = findProblem(found)
    return [problem === null ? found : { ...found, manifest: null, problem }]
  } catch (error) {
    return [{ ...readEntry(folder, name, 'folder', null), problem: `manifest.json: ${String(error)}` }]
  }
}

/** The plugins of the plugins folder, in the order of their names. */
export const readPluginsFolder = (root: string): readonly CatalogueEntry[] =>
  listFolders(root).flatMap((name) => readPlugin(root, name))
