import { defineEvent, defineService, userId } from '@spawnpoint/sdk/common'
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

export interface RedeemCodesService {
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
