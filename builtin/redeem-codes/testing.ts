import type { BodyOf } from '@spawnpoint/sdk/resource'
import type { redeemCodes } from './resource.ts'

/** A code that can be created, and redeemed by anybody. */
export const aRedeemCode = (over: Partial<BodyOf<typeof redeemCodes>> = {}) => ({
  code: `welcome-${crypto.randomUUID().slice(0, 8)}`,
  coins: 100,
  uses: 10,
  enabled: true,
  ...over,
})
