import { defineEvent, defineService, userId, type OpenTransaction } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** Why a code gave nothing. */
export type RedeemRefusal =
  | 'unknown'
  | 'disabled'
  | 'expired'
  | 'depleted'
  | 'already'
  /** The request key was used for another code. */
  | 'key-reused'
  /** The account cannot take the coins. */
  | 'account'

export type Redemption =
  | { readonly outcome: 'redeemed' | 'repeated'; readonly coins: number; readonly balance: number }
  | { readonly outcome: RedeemRefusal }

/** A code that another system had. */
export interface ImportedCode {
  /** As the form takes one. */
  readonly code: string
  readonly coins: number
  /** How often it can still be redeemed. */
  readonly uses: number
  readonly enabled: boolean
  readonly expiresOn: string | null
  /** Redemptions so far; a customer is listed as often as they redeemed it. */
  readonly usedBy: readonly { readonly user: string; readonly at: Date }[]
}

export interface RedeemCodesService {
  /** Takes over a code with who has used it; nobody gets coins. Answers its id, or null where a code reads the same. */
  importCode(tx: OpenTransaction, code: ImportedCode): Promise<string | null>
  /** Whether a code reads like this one, whatever its case. */
  isTaken(code: string): Promise<boolean>
  /** Uses a code up and gives its coins, in one transaction. The same key again answers what it answered first. */
  redeem(request: {
    readonly user: string
    readonly code: string
    readonly requestKey: string
  }): Promise<Redemption>
}

export const RedeemCodes = defineService<RedeemCodesService>('redeem-codes.redeem-codes')

export const codeRedeemed = defineEvent(
  'redeem-codes:redeemed',
  z.object({ user: userId, code: z.string(), coins: z.number().int() }),
)
