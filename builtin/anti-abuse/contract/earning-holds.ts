import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'

/** A reason to look at an earning before it is paid. */
export interface HoldSign {
  /** The plugin that found it; its message `holds.<code>` tells staff what it means. */
  readonly plugin: string
  readonly code: string
  /** Shown to staff as it is, such as a network. */
  readonly detail?: string
  /** Another account that the sign points to. */
  readonly other?: string
  /** The account that the sign was found for. */
  readonly of?: string
  /** A sign of a second account: it does not count for those who may have several. */
  readonly isAlt?: boolean
}

export interface Inspection {
  readonly user: string
  /** The address that the earning was requested from, where there is a request. */
  readonly ip?: string
  /** Signs that the paying plugin found itself. */
  readonly signs?: readonly HoldSign[]
}

/** The movement that is not made yet, as the ledger would be asked for it. */
export interface HeldEarning {
  /** The plugin that pays. */
  readonly source: string
  /** The person who sees the hold and may appeal. */
  readonly user: string
  readonly recipients: readonly { readonly user: string; readonly amount: number }[]
  readonly scope: string
  readonly key: string
  readonly kind: string
  readonly note?: string
  /** Adds the amount to the open hold of the same scope, for a way to earn that pays coin by coin. */
  readonly joins?: boolean
}

export interface HoldDecision {
  readonly scope: string
  readonly key: string
  readonly state: 'paid' | 'void'
  readonly at: Date
}

export interface EarningReview {
  /** Keeps the earning until staff decide. A key is held once, and staff pay it under that key of the ledger. */
  hold(tx: OpenTransaction, earning: HeldEarning): Promise<void>
}

/** Decides whether earnings are paid at once. */
export interface EarningHoldsService {
  /**
   * Looks at everybody who would be paid. Null: pay. Otherwise hold the earning in the transaction that would have paid
   * it. It asks other services, so it is called outside a transaction.
   */
  inspect(people: readonly Inspection[]): Promise<EarningReview | null>
}

export const EarningHolds = defineService<EarningHoldsService>('anti-abuse.holds')

/** A plugin that pays learns of decisions, in their transaction, as `memberOf(EarningSources, '<its id>')`. */
export interface EarningSource {
  readonly plugin: string
  decided(tx: OpenTransaction, decision: HoldDecision): Promise<void>
}

export const EarningSources = defineService<EarningSource>('anti-abuse.sources')
