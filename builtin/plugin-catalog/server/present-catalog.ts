import type { CatalogItem, CatalogView } from '@spawnpoint/contracts/plugin-catalog'
import type { CatalogPlugin, CatalogVersion, PluginRow, PluginsService } from '@spawnpoint/sdk/server'
import semver from 'semver'
import type { StoredCatalog } from './tables.ts'

type Plugins = Pick<PluginsService, 'list' | 'packages'>

/** The newest version made for this product, or the newest of all. */
function newest({ versions }: CatalogPlugin, { packages }: Plugins): CatalogVersion | undefined {
  const sorted = versions.toSorted((one, other) => semver.rcompare(one.version, other.version))
  return sorted.find(({ engines }) => packages.isMadeFor(engines)) ?? sorted[0]
}

function stateOf(
  { engines, version }: CatalogVersion,
  installed: PluginRow | undefined,
  { packages }: Plugins,
): CatalogItem['state'] {
  // A built-in or a plugin of the plugins folder is not replaced by a package.
  if (installed && installed.source !== 'package') return 'taken'
  if (!packages.isMadeFor(engines)) return installed ? 'installed' : 'incompatible'
  if (!installed || installed.isLeftover) return 'available'
  return semver.gt(version, installed.version) ? 'update' : 'installed'
}

/** Everything in the catalogs as the page shows it; of two catalogs with the same plugin, the first one counts. */
export async function presentCatalog(
  stored: readonly StoredCatalog[],
  plugins: Plugins,
  language: string,
): Promise<CatalogView> {
  const rows = new Map((await plugins.list()).map((row) => [row.id, row]))
  const items = new Map<string, CatalogItem>()
  for (const { url, index } of stored)
    for (const plugin of index?.plugins ?? []) {
      const version = newest(plugin, plugins)
      if (!version || items.has(plugin.id)) continue
      const row = rows.get(plugin.id)
      const { title = plugin.id, description = '' } = plugin.texts[language] ?? plugin.texts['en'] ?? {}
      items.set(plugin.id, {
        catalog: url,
        id: plugin.id,
        title,
        description,
        publisher: plugin.publisher,
        license: plugin.license,
        version: version.version,
        publishedAt: version.publishedAt,
        changes: version.changes,
        bytes: version.bytes,
        installed: row && !row.isLeftover ? row.version : null,
        state: stateOf(version, row, plugins),
      })
    }
  return {
    catalogs: stored.map(({ url, index, readAt, problem, detail }) => ({
      url,
      name: index?.name ?? null,
      readAt: readAt?.toISOString() ?? null,
      problem,
      detail,
    })),
    plugins: [...items.values()],
  }
}
