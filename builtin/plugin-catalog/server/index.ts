import { catalogSettings } from '@spawnpoint/contracts/plugin-catalog'
import { defineJob, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { uses } from './catalog-services.ts'
import { handleListCatalog, handleRefreshCatalog, handleReviewFromCatalog } from './handle-catalog.ts'
import { readCatalogs } from './read-catalogs.ts'

const daily = { payload: z.object({}), schedule: '23 5 * * *', timeoutMs: 300_000 }

const read = defineJob('read', daily, uses, readCatalogs)

export default definePluginServer(manifest, {
  settings: catalogSettings,
  endpoints: [handleListCatalog, handleRefreshCatalog, handleReviewFromCatalog],
  jobs: [read],
})
