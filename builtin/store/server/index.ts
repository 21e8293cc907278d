import { storeSettings } from '@spawnpoint/contracts/store'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { storeExport } from './export.ts'
import { economyPart } from './economy-part.ts'
import { handleListItems, handleReadItemPictures } from './handle-list-items.ts'
import { handlePurchase } from './handle-purchase.ts'

export default definePluginServer(manifest, {
  settings: storeSettings,
  provides: [storeExport, economyPart],
  endpoints: [handleListItems, handlePurchase, handleReadItemPictures],
})
