import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { purchase } from './tables.ts'

export const storeExport = provideExports('store', [
  {
    name: 'purchases',
    about: 'Purchases for coins.',
    version: 1,
    table: purchase,
    key: [purchase.id],
    personal: { rows: purchase.userId },
    columns: {
      id: exported(purchase.id),
      userId: exported(purchase.userId, 'Id in `users`.'),
      item: exported(purchase.item),
      price: exported(purchase.price, 'Coins.'),
      quantity: exported(purchase.quantity),
      createdAt: exported(purchase.createdAt),
    },
    sums: { price: sql`sum(${purchase.price})` },
  },
])
