import type { z } from 'zod'
import type { redeemCodeFields } from './contract/schemas.ts'

/** A code that can be created, and redeemed by anybody. */
export const aRedeemCode = (over: Partial<z.input<typeof redeemCodeFields>> = {}) => ({
  code: `welcome-${crypto.randomUUID().slice(0, 8)}`,
  coins: 100,
  uses: 10,
  enabled: true,
  ...over,
})
