import { listPanelLocations, Locations } from '@spawnpoint/contracts/locations'
import { Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { asTransaction, createUsageChecks } from '@spawnpoint/sdk/resource/server'
import { Audit, Database, defineServerPart, Log } from '@spawnpoint/sdk/server'
import {
  findLocation,
  insertLocation,
  listLocationsWith,
  lockLocation,
  switchOffLocations,
} from './location-queries.ts'
import { handleListPanelLocations } from './panel-locations.ts'
import { serveLocations } from './serve-locations.ts'

export default defineServerPart({
  uses: { db: Database, audit: Audit, log: Log, panel: optional(Panel) },
  provides: Locations,
  setup({ db, audit, log, panel }, host) {
    const usage = createUsageChecks()
    serveLocations({ db, audit, host, usage, panel, log })
    host.endpoint(listPanelLocations, handleListPanelLocations({ panel, log }))
    return {
      find: (id) => findLocation(db.orm, id),
      listOpen: () => listLocationsWith(db.orm, ['online']),
      listShown: () => listLocationsWith(db.orm, ['online', 'maintenance']),
      hold: (tx, id) => lockLocation(asTransaction(tx), id),
      create: (tx, values) => insertLocation(asTransaction(tx), values),
      switchOff: (tx, ids) => switchOffLocations(asTransaction(tx), ids),
      onDelete: usage.add,
    }
  },
})
