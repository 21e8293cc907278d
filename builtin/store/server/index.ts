import { Ledger } from '@spawnpoint/contracts/coins'
import { Allowances } from '@spawnpoint/contracts/servers'
import { listItems, purchase, storeSettings } from '@spawnpoint/contracts/store'
import { Database, defineServerPart, Events, Settings } from '@spawnpoint/sdk/server'
import { handleListItems } from './handle-list-items.ts'
import { handlePurchase } from './handle-purchase.ts'

export default defineServerPart({
  uses: { db: Database, events: Events, settings: Settings, ledger: Ledger, allowances: Allowances },
  settings: storeSettings,
  setup({ db, events, settings, ledger, allowances }, host) {
    host.endpoint(listItems, handleListItems({ ledger, allowances, settings }))
    host.endpoint(purchase, handlePurchase({ db, events, settings, ledger, allowances }))
  },
})
