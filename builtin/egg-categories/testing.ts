import type { BodyOf } from '@spawnpoint/sdk/resource'
import { join } from 'node:path'
import { createCapturedHost } from '../../tests/support/plugins/captured-host.ts'
import type { CatalogueDeps } from '../../tests/support/plugins/catalogue-deps.ts'
import { eggCategories } from './resource.ts'
import server from './server/index.ts'

/** A category that can be created. */
export const anEggCategory = (over: Partial<BodyOf<typeof eggCategories>> = {}) => ({
  name: 'Minecraft',
  description: 'All editions',
  panelNestId: 1,
  enabled: true,
  ...over,
})

export const eggCategoryMigrations = {
  id: 'egg-categories',
  folder: join(import.meta.dirname, 'server/migrations'),
}

/** The server module on a host whose endpoints can be called. */
export const startEggCategories = async (deps: CatalogueDeps) => {
  const { setUp, call } = createCapturedHost('egg-categories')
  return { call, service: (await setUp(server, deps))(eggCategories.service) }
}
