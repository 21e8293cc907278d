import { EggCategories, listPanelNests } from '@spawnpoint/contracts/egg-categories'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { asTransaction, createUsageChecks } from '@spawnpoint/sdk/resource/server'
import { Audit, Database, defineServerPart, Log } from '@spawnpoint/sdk/server'
import {
  findEggCategory,
  holdEggCategory,
  insertEggCategory,
  listEggCategories,
  switchOffEggCategories,
} from './egg-category-queries.ts'
import { handleListPanelNests } from './panel-nests.ts'
import { serveEggCategories } from './serve-egg-categories.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, log: Log, panel: optional(Panel) },
  provides: EggCategories,
  setup({ db, audit, log, panel }, host) {
    const usage = createUsageChecks()
    serveEggCategories({ db, audit, host, usage, panel, log })
    host.endpoint(listPanelNests, handleListPanelNests({ panel, log }))
    return {
      find: (id) => findEggCategory(db.orm, id),
      list: () => listEggCategories(db.orm),
      hold: (tx, id) => holdEggCategory(asTransaction(tx), id),
      create: (tx, values) => insertEggCategory(asTransaction(tx), values),
      switchOff: (tx, ids) => switchOffEggCategories(asTransaction(tx), ids),
      onDelete: usage.add,
    }
  },
})
