import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileOfModule } from './resource-pages.ts'

/** Files that a manifest names but its folder lacks: the place in the manifest, and the file. */
export function findMissingFiles(
  folder: string,
  { modules, server, migrations, locales }: Manifest,
): readonly { readonly at: string; readonly file: string }[] {
  const named = [
    ...Object.entries(modules).map(([name, file]) => ({ at: `modules.${name}`, file: fileOfModule(file) })),
    ...(server === undefined ? [] : [{ at: 'server', file: server }]),
    ...(migrations === undefined ? [] : [{ at: 'migrations', file: migrations }]),
    ...locales.map((language) => ({ at: 'locales', file: `locales/${language}.yml` })),
  ]
  return named.filter(({ file }) => !existsSync(join(folder, file)))
}
