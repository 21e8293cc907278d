import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { batch, batchCode, redemption } from './tables.ts'

/** Uses of codes; the codes themselves are rows of the resource. */
export const redeemCodesExport = provideExports('redeem-codes', [
  {
    name: 'redemptions',
    about: 'Uses of redeem codes.',
    version: 1,
    table: redemption,
    key: [redemption.id],
    personal: { rows: redemption.userId },
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
  {
    name: 'redeem-code-batches',
    about: 'Codes that were made at once.',
    version: 1,
    table: batch,
    key: [batch.id],
    columns: {
      id: exported(batch.id),
      createdBy: exported(batch.createdBy, 'Id in `users`.'),
      request: exported(batch.request, 'What was asked for.'),
      createdAt: exported(batch.createdAt),
    },
  },
  {
    name: 'redeem-codes-of-batches',
    about: 'Which code belongs to which batch.',
    version: 1,
    table: batchCode,
    key: [batchCode.codeId],
    columns: {
      codeId: exported(batchCode.codeId, 'Id in `redeem-codes`.'),
      batch: exported(batchCode.batch, 'Id in `redeem-code-batches`.'),
    },
  },
])
