import type { StoredRowOf } from '@spawnpoint/sdk/resource'
import type { redeemCodes } from '../resource.ts'

type CodeStatus = StoredRowOf<typeof redeemCodes>['status']

/** The fields that decide whether a code can be redeemed. */
export interface CodeFacts {
  readonly enabled: boolean
  readonly uses: number
  /** The last day, as `2027-12-31`. */
  readonly expiresOn: string | null
}

export const statusOf = ({ enabled, uses, expiresOn }: CodeFacts, today: string): CodeStatus => {
  if (!enabled) return 'disabled'
  if (expiresOn !== null && expiresOn < today) return 'expired'
  return uses === 0 ? 'depleted' : 'enabled'
}
