import { earnSettings, redeemCode } from '@spawnpoint/contracts/earn'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { defineServerPart, Limits } from '@spawnpoint/sdk/server'
import { handleRedeemCode } from './handle-redeem-code.ts'

export default defineServerPart({
  uses: { codes: RedeemCodes, limits: Limits },
  settings: earnSettings,
  setup({ codes, limits }, host) {
    host.endpoint(redeemCode, handleRedeemCode({ codes, limits }))
  },
})
