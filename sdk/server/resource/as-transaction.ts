import type { OpenTransaction } from '@spawnpoint/sdk/common'
import type { Transaction } from '@spawnpoint/sdk/common'

/**
 * The transaction behind the name a contract gives it.
 *
 * @example const hold = (tx: OpenTransaction, id: string) => findNote(asTransaction(tx), id)
 */
export const asTransaction = (tx: OpenTransaction): Transaction =>
  // Drizzle is the only maker of transactions in the product.
  tx as Transaction
