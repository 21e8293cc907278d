import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { redemption } from './tables.ts'

/** Uses of codes; the codes themselves are rows of the resource. */
export const redeemCodesExport = provideExports('redeem-codes', [
  {
    name: 'redemptions',
    about: 'Uses of redeem codes.',
    version: 1,
    table: redemption,
    key: [redemption.id],
    columns: {
      id: exported(redemption.id),
      codeId: exported(redemption.codeId, 'Id in `redeem-codes`; null where the code was deleted.'),
      code: exported(redemption.code),
      coins: exported(redemption.coins),
      userId: exported(redemption.userId, 'Id in `users`.'),
      turn: exported(redemption.turn, 'Which use of this customer it was.'),
      createdAt: exported(redemption.createdAt),
    },
    sums: { coins: sql`sum(${redemption.coins})` },
  },
])
