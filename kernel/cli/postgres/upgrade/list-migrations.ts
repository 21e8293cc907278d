import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readPluginsFolder } from '../../../packages/server/plugins-folder.ts'
import { kernelMigrations } from '../../kernel-tables.ts'
import { readBuiltins } from '../../../server/host/catalogue.ts'
import type { KnownMigrations } from '../rows/make-tables.ts'

const manifestFile = z.object({ id: z.string(), migrations: z.string().optional() })

const foldersIn = (root: string): readonly string[] =>
  existsSync(root)
    ? readdirSync(root, { withFileTypes: true }).flatMap((each) =>
        each.isDirectory() ? [join(root, each.name)] : [],
      )
    : []

/** Packages as they lie unpacked in the data folder: `<id>/<hash>`, earlier versions beside the current one. */
const ofPackages = (dataDir: string): readonly KnownMigrations[] =>
  foldersIn(join(dataDir, 'packages'))
    .flatMap(foldersIn)
    .flatMap((folder) => {
      const file = join(folder, 'manifest.json')
      if (!existsSync(file)) return []
      const { id, migrations } = manifestFile.parse(JSON.parse(readFileSync(file, 'utf8')))
      return migrations === undefined ? [] : [{ id, folder: join(folder, migrations), isPackage: true }]
    })

/** The migrations of the kernel and of every plugin on this machine; of a plugin with several versions, all of them. */
export async function listMigrations(
  root: string,
  dataDir: string,
  pluginsDir = join(root, 'plugins'),
): Promise<readonly KnownMigrations[]> {
  const catalogue = [...(await readBuiltins(join(root, 'builtin'))), ...readPluginsFolder(pluginsDir)]
  const ofPlugins = catalogue.flatMap(({ id, folder, manifest }) =>
    manifest?.migrations ? [{ id, folder: join(folder, manifest.migrations) }] : [],
  )
  return [kernelMigrations(root), ...ofPlugins, ...ofPackages(dataDir)]
}
