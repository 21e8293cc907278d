import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs, listEggFormCategories, listPanelEggs } from '@spawnpoint/contracts/eggs'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { asTransaction, createUsageChecks } from '@spawnpoint/sdk/resource/server'
import { Audit, Database, defineServerPart, Log } from '@spawnpoint/sdk/server'
import { countEggsIn, findEgg, holdEgg, insertEgg, listEggs, switchOffEggs } from './egg-queries.ts'
import { handleListEggFormCategories, handleListPanelEggs } from './panel-eggs.ts'
import { serveEggs } from './serve-eggs.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, log: Log, panel: optional(Panel), categories: EggCategories },
  provides: Eggs,
  setup({ db, audit, log, panel, categories }, host) {
    const usage = createUsageChecks()
    const sources = { categories, panel, log }
    serveEggs({ db, audit, host, usage, ...sources })
    host.endpoint(listPanelEggs, handleListPanelEggs(sources))
    host.endpoint(listEggFormCategories, handleListEggFormCategories(sources))
    host.onDispose(
      categories.onDelete(async (tx, id) => ({ eggs: await countEggsIn(asTransaction(tx), id) })),
    )
    return {
      find: (id) => findEgg(db.orm, id),
      list: () => listEggs(db.orm),
      hold: (tx, id) => holdEgg(asTransaction(tx), id),
      create: (tx, values) => insertEgg(asTransaction(tx), values),
      switchOff: (tx, ids) => switchOffEggs(asTransaction(tx), ids),
      onDelete: usage.add,
    }
  },
})
