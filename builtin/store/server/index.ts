import { storeSettings } from '@spawnpoint/contracts/store'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleListItems } from './handle-list-items.ts'
import { handlePurchase } from './handle-purchase.ts'

export default definePluginServer(manifest, {
  settings: storeSettings,
  endpoints: [handleListItems, handlePurchase],
})
