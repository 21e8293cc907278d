import type { BlobsService } from '@spawnpoint/sdk/server'
import { asInstalled, type LiveCatalogue } from '../install/live-catalogue.ts'
import type { PluginControl } from '../../../server/host/packaged-plugins.ts'
import { runsTheSame } from '../../../server/host/runs-the-same.ts'
import type { PluginStates } from '../../../server/host/plugin-states.ts'
import type { UsableEntry } from '../../../server/host/catalogue.ts'
import type { PluginPackage } from '../../../../sdk/package/read-package.ts'
import { PACKAGE_BLOBS, type PackageCache } from '../install/package-cache.ts'
import type { PackageRow, PackageRows } from '../install/package-rows.ts'

/** As `dev` of the tools numbers what it hands over. */
export const isDevVersion = (version: string): boolean => /-dev\.\d+$/.test(version)

/** An installed version with its file. */
export interface KeptPackage {
  readonly hash: string
  readonly bytes: Uint8Array
}

export interface DevPackages {
  /** The installed version; null if there is none. */
  current(id: string): Promise<{ readonly hash: string; readonly version: string } | null>
  /** The file of the current version; null for nothing. */
  keep(id: string): Promise<KeptPackage | null>
  /**
   * Shows a build without installing it, where it differs from the version of `dev` that runs in nothing but what browsers
   * load. False for any other build.
   */
  showBuild(id: string, content: PluginPackage): Promise<boolean>
  /** Makes a kept version current again, whatever its successors did to the tables. */
  putBack(id: string, kept: KeptPackage): Promise<void>
  /** Forgets versions of `dev` but the last two: the one that runs, and the one that open tabs still ask for. */
  forgetOld(id: string): Promise<void>
  /** Lets packages stand in for a plugin of the plugins folder, or ends that. */
  setAside(id: string, isAside: boolean): Promise<void>
}

const currentOf = (versions: readonly PackageRow[]) => versions.find(({ isCurrent }) => isCurrent)

interface DevPackagesDeps {
  readonly rows: PackageRows
  readonly blobs: BlobsService
  readonly catalogue: LiveCatalogue
  readonly cache: PackageCache
  readonly states: Pick<PluginStates, 'raisePlan'>
  /** Why this dashboard cannot run or show it; null when it can. */
  findProblem(entry: UsableEntry): string | null
}

async function showBuild(
  { catalogue, cache, states, findProblem }: DevPackagesDeps,
  control: PluginControl,
  id: string,
  content: PluginPackage,
): Promise<boolean> {
  const entry = catalogue.find(id)
  const { installed } = entry ?? {}
  if (!entry?.manifest || !installed || !isDevVersion(installed.version) || !control.isRunning(id))
    return false
  const manifest = asInstalled({ ...installed, manifest: content.manifest })
  if (!runsTheSame(entry.manifest, manifest)) return false
  const folder = await cache.put(content)
  if (findProblem({ ...entry, manifest, folder }) !== null) return false
  catalogue.show(id, { manifest, folder })
  await states.raisePlan()
  await control.apply()
  await control.announce()
  return true
}

/** The packages of a plugin while somebody writes it: many versions, none of which is meant to stay. */
export function createDevPackages(deps: DevPackagesDeps, control: PluginControl): DevPackages {
  const { rows, blobs, catalogue } = deps
  return {
    async current(id) {
      const found = currentOf(await rows.of(id))
      return found ? { hash: found.hash, version: found.version } : null
    },
    async keep(id) {
      const found = currentOf(await rows.of(id))
      const blob = found?.blobId ? await blobs.get(PACKAGE_BLOBS, found.blobId) : null
      return found && blob ? { hash: found.hash, bytes: blob.bytes } : null
    },
    showBuild: (id, content) => control.inTurn(() => showBuild(deps, control, id, content)),
    putBack: (id, { hash, bytes }) =>
      control.inTurn(async () => {
        const versions = await rows.of(id)
        const [current, kept] = [currentOf(versions), versions.find((each) => each.hash === hash)]
        if (!current || !kept) return
        if (current.hash !== hash) {
          const blobId = kept.blobId ?? (await blobs.put(PACKAGE_BLOBS, bytes, 'application/zip'))
          await rows.bringBack(id, current.hash, hash, blobId)
        }
        // Failed starts during development do not count.
        await rows.forgive(id)
        await control.apply()
        await control.announce()
      }),
    async forgetOld(id) {
      // The last one that was replaced stays with its migrations: the version that comes back has to know them.
      const replaced = (await rows.of(id)).filter((each) => !each.isCurrent && isDevVersion(each.version))
      const old = replaced
        .toSorted((a, b) => (b.replacedAt?.getTime() ?? 0) - (a.replacedAt?.getTime() ?? 0))
        .slice(1)
      const gone = await rows.forget(
        id,
        old.map(({ hash }) => hash),
      )
      for (const blob of gone) await blobs.remove(PACKAGE_BLOBS, blob)
    },
    setAside: (id, isAside) =>
      control.inTurn(async () => {
        await catalogue.setAside(id, isAside)
        if (!isAside) await control.apply()
      }),
  }
}
