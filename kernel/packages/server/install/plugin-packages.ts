import { join } from 'node:path'
import { rightsOf } from '../../../../sdk/package/package-rights.ts'
import { readCatalogIndex } from '../../../../sdk/package/catalog-index.ts'
import { createLiveCatalogue, type LiveCatalogue } from './live-catalogue.ts'
import type { Manifest } from '@spawnpoint/sdk/common'
import type { PluginPackagesService } from '@spawnpoint/sdk/server'
import type { CatalogueEntry, UsableEntry } from '../../../server/host/catalogue.ts'
import type { PackagesSource, PluginControl } from '../../../server/host/packaged-plugins.ts'
import { changeIsolation } from './change-isolation.ts'
import { describeEngineProblem, findEngineProblem } from './engines.ts'
import { findLinkProblem } from './missing-exports.ts'
import { installPackage } from './install-package.ts'
import { createDevPackages, type DevPackages } from '../dev/dev-packages.ts'
import { createPackageCache, PACKAGE_BLOBS } from './package-cache.ts'
import type { Leftovers } from './leftovers.ts'
import { createPackageReviews } from './package-reviews.ts'
import { createPackageRows } from './package-rows.ts'
import { uninstallPlugin } from './uninstall-plugin.ts'

type Deps = Parameters<typeof installPackage>[2] &
  Parameters<typeof uninstallPlugin>[2] & { readonly reviews: ReturnType<typeof createPackageReviews> }

const serviceOf = (deps: Deps, control: PluginControl): PluginPackagesService => ({
  review: deps.reviews.stage,
  find: async (review) => (await deps.reviews.get(review)).review,
  discard: deps.reviews.discard,
  readCatalog: readCatalogIndex,
  isMadeFor: (engines) => findEngineProblem({ engines }) === null,
  install: async (review, choice) => {
    const id = await control.inTurn(() => installPackage(review, choice, deps, control))
    return control.getRow(id)
  },
  setIsolation: async (id, choice) => {
    await control.inTurn(() => changeIsolation(id, choice, deps, control))
    return control.getRow(id)
  },
  uninstall: (id, choice) => control.inTurn(() => uninstallPlugin(id, choice, deps, control)),
})

const serviceDescriber = (messages: PackagesSource['messages']) => (token: string) => {
  const [plugin = '', name = ''] = token.split('.', 2)
  const key = `staff.services.${name}`
  const text = messages.label(plugin, `%${key}%`)
  return text === key ? null : text
}

const titlesFrom =
  ({ label }: PackagesSource['messages']) =>
  ({ id, manifest }: { readonly id: string; readonly manifest: Pick<Manifest, 'title'> }) =>
    label(id, manifest.title)

const problemIn = (shared: PackagesSource['shared']) => (entry: UsableEntry) =>
  describeEngineProblem(entry.manifest) ?? findLinkProblem(entry, shared())

/** Plugins from files: what is installed, and the ways to change that. */
export function createPluginPackages({
  core,
  fixed,
  messages,
  shared,
  states,
  leftovers,
}: Pick<PackagesSource, 'core' | 'messages' | 'shared' | 'states'> & {
  /** Plugins on disk. */
  readonly fixed: readonly CatalogueEntry[]
  readonly leftovers: Leftovers
}) {
  const { blobs, log, clock } = core
  const rows = createPackageRows(core.pool)
  const cache = createPackageCache({ root: join(core.config.dataDir, 'packages'), blobs, log })
  const loadMessages = messages.load
  const catalogue: LiveCatalogue = createLiveCatalogue({ fixed, rows, cache, clock, log, loadMessages })
  const permissions = () => catalogue.all().flatMap(({ manifest }) => manifest?.permissions.defines ?? [])
  const describeService = serviceDescriber(messages)
  const reviews = createPackageReviews({ ...core, catalogue, permissions, describeService, shared })
  const deps = {
    ...core,
    rows,
    cache,
    catalogue,
    leftovers,
    reviews,
    titleOf: titlesFrom(messages),
  }

  let development: DevPackages | null = null

  const serve = (control: PluginControl): PluginPackagesService => {
    development = createDevPackages({ ...deps, states, findProblem: problemIn(shared) }, control)
    return serviceOf(deps, control)
  }

  return {
    catalogue,
    cache,
    serve,
    /** As the consent to a package lists them. */
    rightsOf: (manifest: Manifest) =>
      rightsOf(manifest, {
        granted: [],
        catalogue: permissions(),
        describeService,
        label: (text) => messages.label(manifest.id, text),
      }),
    /** For plugins that are being written; null until the product is assembled. */
    development: (): DevPackages | null => development,
    /** Call at a start: what nobody needs any more leaves the disk. */
    tidy: async () => cache.tidy((await rows.all()).filter(({ blobId }) => blobId !== null)),
    /** Lets go of what waited too long, and of versions that no open tab asks for any more. */
    async sweep() {
      await reviews.sweep()
      for (const blob of await rows.releaseBlobs()) await blobs.remove(PACKAGE_BLOBS, blob)
    },
  }
}
