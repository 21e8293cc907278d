import type { OpenTransaction, Transaction } from '@spawnpoint/sdk/common'

/**
 * The transaction behind the name a contract gives it.
 *
 * @example const find = (tx: OpenTransaction, id: string) => findNote(asTransaction(tx), id)
 */
export const asTransaction = (tx: OpenTransaction): Transaction =>
  // Drizzle is the only maker of transactions in the product.
  tx as Transaction
