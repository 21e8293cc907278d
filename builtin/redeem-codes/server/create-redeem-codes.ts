import type { LedgerService, OwnPosting } from '@spawnpoint/contracts/coins'
import {
  codeRedeemed,
  type RedeemCodesService,
  type Redemption,
  type RedeemRefusal,
} from '@spawnpoint/contracts/redeem-codes'
import type {
  ClockService,
  DatabaseService,
  EventsService,
  SettingsService,
  Transaction,
} from '@spawnpoint/sdk/server'
import { importCode } from './import-code.ts'
import { readToday } from './read-today.ts'
import * as queries from './redemption-queries.ts'
import { statusOf } from './status-of.ts'

interface RedeemUses {
  readonly db: DatabaseService
  readonly ledger: LedgerService
  readonly events: EventsService
  readonly clock: ClockService
  readonly settings: SettingsService
}

type Request = Parameters<RedeemCodesService['redeem']>[0]

/** Ends the transaction that has already taken a use. */
class RedeemRefused extends Error {
  readonly refusal: RedeemRefusal
  constructor(refusal: RedeemRefusal) {
    super(refusal)
    this.name = 'RedeemRefused'
    this.refusal = refusal
  }
}

const repeat = ({ coins, balance }: { coins: number; balance: number }): Redemption => ({
  outcome: 'repeated',
  coins,
  balance,
})

const refusalOf = (posting: OwnPosting): RedeemRefusal =>
  posting.outcome === 'key-reused' ? 'key-reused' : 'account'

async function redeemLocked(
  uses: RedeemUses,
  tx: Transaction,
  code: queries.LockedCode,
  { user, requestKey, turn }: Request & { readonly turn: number },
) {
  // Compute the status now: the last day may have ended since it was stored.
  const status = statusOf(code, readToday(uses))
  if (status !== 'enabled') return { outcome: status } as const
  if (!(await queries.takeUse(tx, code.id))) return { outcome: 'depleted' } as const
  const posting = await uses.ledger.earn(tx, {
    scope: `redeem-codes:${user}`,
    key: requestKey,
    kind: 'redeem-codes:redeemed',
    note: code.code,
    request: code.id,
    user,
    from: 'earnings',
    amount: code.coins,
  })
  if (posting.outcome !== 'posted') throw new RedeemRefused(refusalOf(posting))
  await queries.saveRedemption(tx, code, { user, requestKey, balance: posting.balance, turn })
  await uses.events.emit(tx, codeRedeemed, { user, code: code.code, coins: code.coins })
  return { outcome: 'redeemed', coins: code.coins, balance: posting.balance } as const
}

async function redeem(uses: RedeemUses, tx: Transaction, request: Request): Promise<Redemption> {
  const code = await queries.lockCode(tx, request.code)
  const asked = await queries.findRequest(tx, request.user, request.requestKey)
  if (asked) {
    const isSame = asked.code.toLowerCase() === request.code.toLowerCase()
    return isSame ? repeat(asked) : { outcome: 'key-reused' }
  }
  if (!code) return { outcome: 'unknown' }
  const times = await queries.countRedemptions(tx, code.id, request.user)
  if (times >= (code.perUser ?? 1)) return { outcome: 'already' }
  return redeemLocked(uses, tx, code, { ...request, turn: times + 1 })
}

export const createRedeemCodes = (uses: RedeemUses): RedeemCodesService => ({
  importCode: importCode(uses),
  isTaken: (code) => queries.isTaken(uses.db.orm, code),
  redeem: (request) =>
    uses.db.orm
      .transaction((tx) => redeem(uses, tx, request))
      .catch((error: unknown) => {
        if (error instanceof RedeemRefused) return { outcome: error.refusal }
        throw error
      }),
})
