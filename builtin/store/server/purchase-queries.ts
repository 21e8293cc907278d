import type { ItemId } from '@spawnpoint/contracts/store'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Transaction } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { purchase } from './tables.ts'

const { item, price, quantity, owned } = purchase

/** The purchase that the ledger's transfer with this key paid for. */
export async function getPurchase(tx: Transaction, user: string, requestKey: string) {
  const [found] = await tx
    .select({ item, price, quantity, owned })
    .from(purchase)
    .where(and(eq(purchase.userId, user), eq(purchase.requestKey, requestKey)))
  if (!found) throw new Error(`E_STORE_PURCHASE: request ${requestKey} is paid but has no purchase`)
  return found
}

interface NewPurchase {
  readonly userId: string
  readonly requestKey: string
  readonly item: ItemId
  readonly price: number
  readonly quantity: number
  readonly owned: number
}

export const savePurchase = (tx: Transaction, made: NewPurchase) =>
  tx.insert(purchase).values({ id: createRowId(), ...made })
