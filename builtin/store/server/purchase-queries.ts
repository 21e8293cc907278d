import type { ItemId } from '@spawnpoint/contracts/store'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Transaction } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { purchase } from './tables.ts'

export const findPurchase = async (tx: Transaction, user: string, requestKey: string) => {
  const [found] = await tx
    .select()
    .from(purchase)
    .where(and(eq(purchase.userId, user), eq(purchase.requestKey, requestKey)))
  return found ?? null
}

interface NewPurchase {
  readonly userId: string
  readonly requestKey: string
  readonly item: ItemId
  readonly price: number
  readonly quantity: number
  readonly balance: number
  readonly owned: number
}

export const savePurchase = (tx: Transaction, made: NewPurchase) =>
  tx.insert(purchase).values({ id: createRowId(), ...made })
