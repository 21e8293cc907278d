import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'

/** Coins from or to a customer, in the name of the calling plugin. */
export interface WalletRequest {
  readonly user: string
  /** A whole number from 1 to 1,000,000,000. */
  readonly amount: number
  /** 1 to 150 characters of the plugin's own: the same key is one transaction, however often it is requested. */
  readonly key: string
  /** At most 200 characters, shown in the customer's transaction history below the plugin's name. */
  readonly note?: string | undefined
}

export interface Booked {
  readonly ok: true
  /** The key was used before, for the same: nothing moved this time, and the answer is the first one. */
  readonly repeated: boolean
  readonly transaction: string
  /** Right after the transaction. */
  readonly balance: number
}

export type WalletRefusal =
  | {
      readonly ok: false
      /** `unknown`: nobody has this id; `frozen`: the account may not spend; `full`: it would pass 10¹². */
      readonly reason: 'unknown' | 'frozen' | 'full' | 'key-reused'
    }
  | { readonly ok: false; readonly reason: 'insufficient'; readonly available: number }
  /** `left` of what the operator lets the plugin pay today (UTC). */
  | { readonly ok: false; readonly reason: 'over-budget'; readonly left: number }

export type WalletAnswer = Booked | WalletRefusal

/** A refund gives back a charge of this plugin, all of it and once. */
export interface RefundRequest {
  /** The key of the charge. */
  readonly charge: string
  readonly note?: string | undefined
}

/**
 * Coins for added plugins, as plain data. Each call is a transaction of its own and says in its answer why nothing moved;
 * a request that no plugin should make, such as half a coin, rejects with `E_SERVICE_REQUEST`.
 */
export interface WalletService {
  /** Pays coins to a customer, within the budget that the operator has set for this plugin and day. */
  earn(request: WalletRequest): Promise<WalletAnswer>
  /** Takes coins from a customer. */
  charge(request: WalletRequest): Promise<WalletAnswer>
  refund(request: RefundRequest): Promise<WalletAnswer | { readonly ok: false; readonly reason: 'no-charge' }>
  /** Null where nobody has this id. */
  balance(user: string): Promise<number | null>
  /** The coins that the plugin may pay per day, and how many of them are left today. */
  budget(): Promise<{ readonly perDay: number; readonly left: number }>
}

/** Named in the manifest of an added plugin as `server.services:coins.wallet`. */
export const Wallet = defineService<ForPlugins<WalletService>>('coins.wallet')

/** Takes coins of customers and pays none: the charges of {@link WalletService}, with the same keys. */
export type TillService = Pick<WalletService, 'charge' | 'refund' | 'balance'>

/** Named in the manifest of an added plugin as `server.services:coins.till`. It needs no budget. */
export const Till = defineService<ForPlugins<TillService>>('coins.till')

/** The capability by which a manifest asks for the wallet. */
export const walletCapability = `server.services:${Wallet.id}`
