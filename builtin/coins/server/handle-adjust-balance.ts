import { adjustBalance, type LedgerService } from '@spawnpoint/contracts/coins'
import {
  answer,
  type AuditService,
  type DatabaseService,
  type SessionsService,
  requireProof,
} from '@spawnpoint/sdk/server'

interface AdjustUses {
  readonly db: DatabaseService
  readonly ledger: LedgerService
  readonly sessions: SessionsService
  readonly audit: AuditService
}

const refusals = {
  unknown: 'COINS_NO_ACCOUNT',
  insufficient: 'COINS_INSUFFICIENT',
  frozen: 'COINS_FROZEN',
  full: 'COINS_FULL',
  'key-reused': 'COINS_KEY_REUSED',
} as const

export const handleAdjustBalance = ({ db, ledger, sessions, audit }: AdjustUses) =>
  answer(adjustBalance, async ({ actor, body, ip, fail }) => {
    await requireProof(sessions, actor)
    const { user, amount, note, requestKey } = body
    const balance = await db.orm.transaction(async (tx) => {
      const posting = await ledger.post(tx, {
        scope: `coins.adjustment:${actor.id}`,
        key: requestKey,
        kind: 'coins:adjusted',
        note,
        request: note,
        lines: [
          { account: { user }, amount },
          { account: { system: 'adjustments' }, amount: -amount },
        ],
      })
      if (posting.outcome === 'insufficient')
        throw fail('COINS_INSUFFICIENT', { details: { required: -amount, available: posting.available } })
      if (!('balances' in posting)) throw fail(refusals[posting.outcome])
      const after = posting.balances[user] ?? 0
      if (posting.outcome === 'posted')
        await audit.write(tx, {
          actor: actor.id,
          action: 'coins:adjusted',
          target: user,
          before: { balance: after - amount },
          after: { balance: after, note },
          ip,
        })
      return after
    })
    return { balance }
  })
