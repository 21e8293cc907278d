import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { asTransaction, resourceTable } from '@spawnpoint/sdk/resource/server'
import { definePluginServer } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import manifest from '../manifest.ts'
import { eggs } from '../resource.ts'
import { servedEggs } from './served-eggs.ts'

const egg = resourceTable(eggs)

export default definePluginServer(manifest, {
  resources: [servedEggs],
  uses: { categories: EggCategories },
  setup({ categories }, host) {
    host.onDispose(
      categories.onDelete(async (tx, id) => ({
        eggs: await asTransaction(tx).$count(egg, eq(egg.categoryId, id)),
      })),
    )
  },
})
