import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'

/** A referral of another dashboard. */
export interface ImportedReferral {
  readonly referrer: string
  readonly referred: string
  readonly createdAt: Date
}

export interface ImportedReferralCode {
  readonly user: string | null
  readonly code: string
}

/** For importers of other dashboards: what a referral was worth was paid there, and nothing is ever paid for it here. */
export interface ReferralImportService {
  /** Writes the referrals of accounts that have none yet, and answers those accounts. */
  add(tx: OpenTransaction, referrals: readonly ImportedReferral[]): Promise<ReadonlySet<string>>
  /**
   * Gives people the codes of invite links that they have published, where a code is free and the person has no other, and
   * answers how many have theirs then. Without a transaction nothing is written; a user is null who is not created yet.
   */
  takeCodes(tx: OpenTransaction | null, codes: readonly ImportedReferralCode[]): Promise<number>
  /** The accounts among these that were invited already. */
  findInvited(users: readonly string[]): Promise<ReadonlySet<string>>
}

export const ReferralImport = defineService<ReferralImportService>('referrals.import')
