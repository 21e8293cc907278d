import { adjustBalance, Ledger } from '@spawnpoint/contracts/coins'
import { Mail } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  answer,
  Audit,
  Database,
  type EndpointCall,
  Permissions,
  requireReauthentication,
  Sessions,
  Settings,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { notifyOfAdjustment, passesCeiling } from './adjustment-ceiling.ts'
import { requireMayAdjust } from './may-adjust.ts'

const uses = {
  db: Database,
  ledger: Ledger,
  sessions: Sessions,
  audit: Audit,
  permissions: Permissions,
  settings: Settings,
  users: Users,
  mail: optional(Mail),
}

const refusals = {
  unknown: 'COINS_NO_ACCOUNT',
  insufficient: 'COINS_INSUFFICIENT',
  frozen: 'COINS_FROZEN',
  full: 'COINS_FULL',
  'key-reused': 'COINS_KEY_REUSED',
} as const

async function adjust(
  tx: Transaction,
  call: EndpointCall<typeof adjustBalance, typeof uses>,
): Promise<number> {
  const { actor, body, ip, fail } = call
  const { user, amount, note, requestKey } = body
  const scope = `coins.adjustment:${actor.id}`
  const isLarge = await passesCeiling(call, tx, actor, { user, amount, scope, key: requestKey })
  const posting = await call.ledger.post(tx, {
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
  await call.audit.write(tx, {
    actor: actor.id,
    action: 'coins:adjusted',
    target: user,
    before: { balance: after - amount },
    after: { balance: after, note },
    ip,
  })
  if (isLarge) await notifyOfAdjustment(call, tx, { actor: actor.id, user, amount, note })
  return after
}

export const handleAdjustBalance = answer(adjustBalance, uses, async (call) => {
  await requireReauthentication(call.sessions, call.actor)
  await requireMayAdjust(call.permissions, call.actor, call.body.user)
  return { balance: await call.db.orm.transaction((tx) => adjust(tx, call)) }
})
