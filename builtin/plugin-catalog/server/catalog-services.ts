import { catalogSettings, readSources, type CatalogSource } from '@spawnpoint/contracts/plugin-catalog'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, Log, Plugins, Settings } from '@spawnpoint/sdk/server'

export const uses = { clock: Clock, db: Database, log: Log, plugins: Plugins, settings: Settings }

export type CatalogUses = ServicesOf<typeof uses>

/** The catalogs that the operator has subscribed to. */
export const sourcesOf = ({ settings }: Pick<CatalogUses, 'settings'>): readonly CatalogSource[] =>
  readSources(settings.read(catalogSettings).plugin_catalogs) ?? []
