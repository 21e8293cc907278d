import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'

/** The product's own side of a movement: where coins come from, and where they go when they are spent. */
export type SystemAccount = 'earnings' | 'store' | 'fees' | 'top-ups' | 'adjustments' | 'holds' | 'servers'

export type AccountName = { readonly user: string } | { readonly system: SystemAccount }

/** Idempotency key: the same key in the same scope is one transaction, however often it is requested. */
export interface IdempotencyContext {
  /** Owner and purpose of the key, such as `store.purchase:<user id>`. */
  readonly scope: string
  readonly key: string
  /** `<plugin>:<fact>`; the statement says it with that plugin's message `ledger.<fact>`. */
  readonly kind: string
  /** Shown on the statement as it is. */
  readonly note?: string
  /** Other input that must match when the key is reused; accounts, amounts and kind always must. */
  readonly request?: string
}

export interface Line {
  readonly account: AccountName
  /** Amount added to the account; negative for a payment. */
  readonly amount: number
}

export type Refusal =
  | { readonly outcome: 'insufficient'; readonly user: string; readonly available: number }
  /** `frozen`: the balance differed from its entries; `full`: it would pass 10¹²; `unknown`: nobody has this id. */
  | { readonly outcome: 'frozen' | 'full' | 'unknown'; readonly user: string }
  /** The key was used for something else. */
  | { readonly outcome: 'key-reused' }

export type Posting =
  | {
      readonly outcome: 'posted' | 'repeated'
      readonly transfer: string
      /** Balance of every customer involved, right after the transaction. */
      readonly balances: Readonly<Record<string, number>>
    }
  | Refusal

/** A movement with one customer on it. */
export type OwnPosting =
  | { readonly outcome: 'posted' | 'repeated'; readonly transfer: string; readonly balance: number }
  | Refusal

export interface StatementLine {
  readonly id: string
  readonly at: Date
  readonly kind: string
  /** Name of the added plugin that moved the coins; null for the product's own kinds. */
  readonly plugin: string | null
  readonly note: string
  readonly amount: number
  readonly balance: number
}

/**
 * All coins of the product. A movement is part of the caller's transaction: it becomes true with the caller's own
 * change or not at all. A refusal leaves the transaction usable; the caller decides whether to end it.
 */
export interface LedgerService {
  /** Any number of accounts, each once, amounts adding up to zero. */
  post(
    tx: OpenTransaction,
    movement: IdempotencyContext & { readonly lines: readonly Line[] },
  ): Promise<Posting>
  transfer(
    tx: OpenTransaction,
    movement: IdempotencyContext & {
      readonly from: AccountName
      readonly to: AccountName
      readonly amount: number
    },
  ): Promise<Posting>
  /** From a customer to the product. */
  pay(
    tx: OpenTransaction,
    payment: IdempotencyContext & {
      readonly user: string
      readonly into: SystemAccount
      readonly amount: number
    },
  ): Promise<OwnPosting>
  /** From the product to a customer. */
  earn(
    tx: OpenTransaction,
    earning: IdempotencyContext & {
      readonly user: string
      readonly from: SystemAccount
      readonly amount: number
    },
  ): Promise<OwnPosting>
  /**
   * Gives new accounts the coins that they had elsewhere, in one call: for each an entry with a key of its own, and no
   * event. Throws where one of them is refused or was given before.
   */
  openBalances(
    tx: OpenTransaction,
    openings: Omit<IdempotencyContext, 'key' | 'request'> & {
      readonly from: SystemAccount
      readonly balances: readonly { readonly user: string; readonly key: string; readonly amount: number }[]
    },
  ): Promise<void>
  balance(user: string): Promise<number>
  /** Coins that these people have got in a scope, added up. */
  sumIn(scope: string, users: readonly string[]): Promise<number>
  /** Newest first. */
  statement(
    user: string,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<{
    readonly items: readonly StatementLine[]
    readonly next: string | null
    readonly previous: string | null
  }>
}

export const Ledger = defineService<LedgerService>('coins.ledger')

/**
 * A plugin to which people may owe coins offers itself as `memberOf(CoinCollectors, '<its id>')`: it takes what they owe
 * from coins that have just come in, in the same transaction, so that nobody spends them first.
 */
export interface CoinCollector {
  /** Called before accounts are locked: locks what these people owe, so that nobody waits for another in a circle. */
  lock(tx: OpenTransaction, users: readonly string[]): Promise<void>
  /** Called once the coins are there. Answers those that were taken, by person. */
  collect(
    tx: OpenTransaction,
    ledger: Pick<LedgerService, 'pay' | 'earn'>,
    users: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
}

export const CoinCollectors = defineService<CoinCollector>('coins.collectors')
