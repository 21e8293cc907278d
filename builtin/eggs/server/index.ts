import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { asTransaction, resourceTable, serveResource } from '@spawnpoint/sdk/resource/server'
import { Audit, Database, defineServerPart, Log } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { eggs } from '../resource.ts'
import { eggHooks } from './egg-hooks.ts'

const egg = resourceTable(eggs)

export default defineServerPart({
  uses: { db: Database, audit: Audit, log: Log, panel: optional(Panel), categories: EggCategories },
  provides: eggs.service,
  setup({ db, audit, log, panel, categories }, host) {
    host.onDispose(
      categories.onDelete(async (tx, id) => ({
        eggs: await asTransaction(tx).$count(egg, eq(egg.categoryId, id)),
      })),
    )
    return serveResource(eggs, { db, audit, host }, eggHooks({ db, log, panel, categories }))
  },
})
