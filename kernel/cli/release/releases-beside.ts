import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Asset folders of the releases that lie beside this one, as after an upgrade: pages that are still open ask for their
 * files. Only those of the same owner, since others could put a folder there.
 */
export function assetsBeside(release: string): readonly string[] {
  if (!existsSync(join(release, 'release.json'))) return []
  const { uid } = statSync(release)
  return readdirSync(dirname(release))
    .filter((name) => name.startsWith('spawnpoint-') && name !== basename(release))
    .map((name) => join(dirname(release), name))
    .filter((folder) => existsSync(join(folder, 'release.json')) && statSync(folder).uid === uid)
    .map((folder) => join(folder, 'dist/assets'))
}
