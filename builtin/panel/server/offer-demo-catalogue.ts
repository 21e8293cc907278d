import { EggCategories, type EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import { Eggs, type EggsService } from '@spawnpoint/contracts/eggs'
import { Locations, type LocationsService } from '@spawnpoint/contracts/locations'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Database, Instance, Log, type InstanceService, type Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { findCountry } from './find-country.ts'
import type { Panel as PanelClient, PanelEggSummary, PanelLocation, PanelNest } from '../contract/panel.ts'

export const catalogueUses = {
  db: Database,
  panel: Panel,
  instance: Instance,
  log: Log,
  locations: optional(Locations),
  categories: optional(EggCategories),
  eggs: optional(Eggs),
}

export type DemoCatalogueUses = ServicesOf<typeof catalogueUses>
type Services = { locations: LocationsService; categories: EggCategoriesService; eggs: EggsService }
type Found = {
  locations: PanelLocation[]
  nests: { nest: PanelNest; eggs: PanelEggSummary[] }[]
  /** Whether customers see it. */
  isOpen: boolean
}

const demoSlots = 100
// An address that documentation reserves: nobody takes it for a live node.
export const demoAddress = '203.0.113.1'

/** A host that customers can reach has nothing on sale that nobody can play on; staff switch it on to try it. */
const isForEverybody = ({ production, origin }: Pick<InstanceService, 'production' | 'origin'>) =>
  !(production && origin.startsWith('https:'))

const readPanel = async (panel: PanelClient): Promise<Omit<Found, 'isOpen'>> => {
  const locations = await panel.listLocations()
  const nests = await panel.listNests()
  const withEggs = await Promise.all(
    nests.map(async (nest) => ({ nest, eggs: await panel.listEggs(nest.id) })),
  )
  return { locations, nests: withEggs }
}

const record = (tx: Transaction, kind: 'location' | 'category' | 'egg', { id }: { id: string }) =>
  tx.execute(sql`insert into panel.demo_row (kind, id) values (${kind}, ${id})`)

const writeCategory = async (
  tx: Transaction,
  services: Services,
  { nest, eggs, isOpen }: Found['nests'][number] & Pick<Found, 'isOpen'>,
) => {
  const { name, description } = nest
  const category = await services.categories.create(tx, {
    name,
    description,
    panelNestId: nest.id,
    enabled: isOpen,
  })
  await record(tx, 'category', category)
  for (const egg of eggs) {
    const made = await services.eggs.create(tx, {
      name: egg.name,
      description: egg.description,
      categoryId: category.id,
      panelEggId: egg.id,
      enabled: isOpen,
      vipOnly: false,
    })
    await record(tx, 'egg', made)
  }
}

const writeCatalogue = async (tx: Transaction, services: Services, found: Found) => {
  for (const { id, name, description } of found.locations) {
    const location = await services.locations.create(tx, {
      name: description || name,
      description: '',
      country: findCountry(description),
      panelLocationId: id,
      nodeIp: demoAddress,
      status: found.isOpen ? 'online' : 'offline',
      slots: demoSlots,
      vipOnly: false,
    })
    await record(tx, 'location', location)
  }
  for (const nest of found.nests) await writeCategory(tx, services, { ...nest, isOpen: found.isOpen })
}

const isEmpty = async (services: Services) =>
  (await services.locations.list({ status: 'online' })).length === 0 &&
  (await services.categories.list()).length === 0

/** Takes over the demonstration panel's catalogue, once, where the operator has none: a server can be created at once. */
export const offerDemoCatalogue = async (uses: DemoCatalogueUses): Promise<void> => {
  const [locations, categories, eggs] = [uses.locations.get(), uses.categories.get(), uses.eggs.get()]
  if (uses.panel.mode() !== 'demo' || !locations || !categories || !eggs) return
  const services = { locations, categories, eggs }
  const found = await readPanel(await uses.panel.current())
  const isWanted = await isEmpty(services)
  await uses.db.orm.transaction(async (tx) => {
    const claimed = await tx.execute(
      sql`insert into panel.demo_catalogue default values on conflict do nothing returning only_one`,
    )
    if (claimed.rows.length === 0 || !isWanted) return
    await writeCatalogue(tx, services, { ...found, isOpen: isForEverybody(uses.instance) })
    uses.log.info(
      { locations: found.locations.length },
      'the catalogue of the demonstration panel was taken over',
    )
  })
}
