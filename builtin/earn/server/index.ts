import { earnSettings } from '@spawnpoint/contracts/earn'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleRedeemCode } from './handle-redeem-code.ts'

export default definePluginServer(manifest, {
  settings: earnSettings,
  endpoints: [handleRedeemCode],
})
