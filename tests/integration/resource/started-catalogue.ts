import { fileURLToPath } from 'node:url'
import type { EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import { PanelError, type PanelFailure, type PanelService } from '@spawnpoint/contracts/panel'
import type { DatabaseService, LogService } from '@spawnpoint/sdk/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import eggCategoriesPart from '../../../builtin/egg-categories/server/index.ts'
import eggsPart from '../../../builtin/eggs/server/index.ts'
import locationsPart from '../../../builtin/locations/server/index.ts'
import { createCapturedHost } from '../../support/plugins/captured-host.ts'
import { createRecordedAudit } from '../../support/plugins/recorded-audit.ts'

const plugins = ['locations', 'egg-categories', 'eggs']

export const catalogueMigrations = plugins.map((id) => ({
  id,
  folder: fileURLToPath(new URL(`../../../builtin/${id}/server/migrations`, import.meta.url)),
}))

/** A panel with three locations, two nests and two eggs in each; it can be made silent, or taken away. */
const createPanel = () => {
  const state: { connected: boolean; answers: 'well' | PanelFailure } = { connected: true, answers: 'well' }
  const answer = async <T>(value: T): Promise<T> => {
    if (state.answers !== 'well') throw new PanelError(state.answers, { detail: 'it is in a mood' })
    return value
  }
  const numbered = (name: string) => (id: number) => ({ id, name: `${name} ${id}`, description: '' })
  const panel = {
    listLocations: () => answer([1, 2, 3].map(numbered('Location'))),
    listNests: () => answer([1, 2].map(numbered('Nest'))),
    listEggs: (nest: number) => answer([nest * 10, nest * 10 + 1].map(numbered('Egg'))),
  }
  const service = { current: async () => panel, isDemo: () => false } as unknown as PanelService
  return { state, live: { get: () => (state.connected ? service : null) } }
}

const silent: LogService = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The three catalogue plugins on one database, as the kernel starts them. */
export const startCatalogue = async (pool: pg.Pool) => {
  const db: DatabaseService = { orm: drizzle(pool), query: async () => [] }
  const panel = createPanel()
  const { audit, entries } = createRecordedAudit()
  const shared = { db, audit, log: silent, panel: panel.live }
  const hosts = {
    locations: createCapturedHost('locations'),
    categories: createCapturedHost('egg-categories'),
    eggs: createCapturedHost('eggs'),
  }
  const locations = await locationsPart.setup(shared, hosts.locations.host)
  const categories: EggCategoriesService = await eggCategoriesPart.setup(shared, hosts.categories.host)
  const eggs = await eggsPart.setup({ ...shared, categories }, hosts.eggs.host)
  return { db, entries, panel: panel.state, hosts, locations, categories, eggs }
}
