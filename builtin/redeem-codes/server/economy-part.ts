import { EconomyParts } from '@spawnpoint/contracts/coins'
import { defineSettings, memberOf } from '@spawnpoint/sdk/common'
import { Database, provide } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listLargestCodes } from './redemption-queries.ts'

// The setting of the page that redeems codes, read here only.
const page = defineSettings({
  code_redemption_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'earn' },
})

/** Codes that can be redeemed, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'redeem-codes'), { db: Database }, ({ db }) => ({
  settings: {},
  async rules(settings) {
    if (!settings.read(page).code_redemption_enabled) return []
    const codes = await listLargestCodes(db.orm)
    return codes.map(({ coins, uses }) => ({
      type: 'once' as const,
      kind: 'redeem-codes:redeemed',
      coins,
      waitMs: 0,
      uses,
    }))
  },
}))
