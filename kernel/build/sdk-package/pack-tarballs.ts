import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packFolder, type Tarballs } from '../../../sdk/cli/pack-folder.ts'
import { stagePackages, type StagedPackages } from './stage-packages.ts'

/** Packed once for each state of the sources; npm takes its time. */
function packStaged({ sdk, contracts }: StagedPackages): Tarballs & { readonly folder: string } {
  const folder = join(dirname(sdk), 'tarballs')
  const list = join(folder, 'list.json')
  // We wrote it below.
  if (existsSync(list)) return { ...(JSON.parse(readFileSync(list, 'utf8')) as Tarballs), folder }
  mkdirSync(folder, { recursive: true })
  const packed = { sdk: packFolder(sdk, folder), contracts: packFolder(contracts, folder) }
  writeFileSync(list, JSON.stringify(packed))
  return { ...packed, folder }
}

/** Writes `@spawnpoint/sdk` and `@spawnpoint/contracts` as npm tarballs into a folder. */
export function packTarballs({ root, into }: { readonly root: string; readonly into: string }): Tarballs {
  mkdirSync(into, { recursive: true })
  const { folder, sdk, contracts } = packStaged(stagePackages(root))
  for (const file of [sdk, contracts]) copyFileSync(join(folder, file), join(into, file))
  return { sdk, contracts }
}
