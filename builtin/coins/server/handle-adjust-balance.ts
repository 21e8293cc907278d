import { adjustBalance, type LedgerService } from '@spawnpoint/contracts/coins'
import {
  answer,
  type AuditService,
  type DatabaseService,
  type HandlerInput,
  type PermissionsService,
  type SessionsService,
  type Transaction,
  requireReauthentication,
} from '@spawnpoint/sdk/server'
import { notifyOfAdjustment, passesCeiling, type CeilingUses } from './adjustment-ceiling.ts'
import { requireMayAdjust } from './may-adjust.ts'

interface AdjustUses extends CeilingUses {
  readonly db: DatabaseService
  readonly ledger: LedgerService
  readonly sessions: SessionsService
  readonly audit: AuditService
  readonly permissions: PermissionsService
}

const refusals = {
  unknown: 'COINS_NO_ACCOUNT',
  insufficient: 'COINS_INSUFFICIENT',
  frozen: 'COINS_FROZEN',
  full: 'COINS_FULL',
  'key-reused': 'COINS_KEY_REUSED',
} as const

async function adjust(
  uses: AdjustUses,
  tx: Transaction,
  { actor, body, ip, fail }: HandlerInput<typeof adjustBalance>,
): Promise<number> {
  const { user, amount, note, requestKey } = body
  const scope = `coins.adjustment:${actor.id}`
  const isLarge = await passesCeiling(uses, tx, actor, { user, amount, scope, key: requestKey })
  const posting = await uses.ledger.post(tx, {
    scope,
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
  if (posting.outcome === 'repeated') return after
  await uses.audit.write(tx, {
    actor: actor.id,
    action: 'coins:adjusted',
    target: user,
    before: { balance: after - amount },
    after: { balance: after, note },
    ip,
  })
  if (isLarge) await notifyOfAdjustment(uses, tx, { actor: actor.id, user, amount, note })
  return after
}

export const handleAdjustBalance = (uses: AdjustUses) =>
  answer(adjustBalance, async (input) => {
    await requireReauthentication(uses.sessions, input.actor)
    await requireMayAdjust(uses.permissions, input.actor, input.body.user)
    return { balance: await uses.db.orm.transaction((tx) => adjust(uses, tx, input)) }
  })
