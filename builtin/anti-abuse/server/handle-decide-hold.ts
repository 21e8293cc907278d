import { decideHold, EarningSources } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { every } from '@spawnpoint/sdk/common'
import { answer, Audit, Clock, Database, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { clearableOf } from './create-earning-holds.ts'
import { noticeUses, sendDecision } from './hold-notice.ts'
import { lockHold, payoutOf, saveDecision } from './hold-queries.ts'
import type { Hold } from './tables.ts'
import { saveCleared } from './trace-queries.ts'

const uses = {
  ...noticeUses,
  audit: Audit,
  clock: Clock,
  db: Database,
  ledger: Ledger,
  sources: every(EarningSources),
}
type Call = EndpointCall<typeof decideHold, typeof uses>

/** Paid under the key that the paying plugin would have used, so that it can never be paid twice. */
async function payOut({ ledger, fail }: Call, tx: Transaction, hold: Hold): Promise<void> {
  const { scope, key, kind, note, total } = hold
  const lines = payoutOf(hold).map(({ user, amount }) => ({ account: { user }, amount }))
  const posting = await ledger.post(tx, {
    scope,
    key,
    kind,
    note,
    lines: [{ account: { system: 'earnings' }, amount: -total }, ...lines],
  })
  if (!('balances' in posting)) throw fail('HOLDS_ACCOUNT_CLOSED')
  for (const sign of hold.signs) await saveCleared(tx, sign.of ?? hold.userId, clearableOf(sign))
}

async function decide(tx: Transaction, call: Call) {
  const { actor, params, body, ip, fail, audit, clock, sources } = call
  const hold = await lockHold(tx, params.id)
  if (!hold) throw fail('NOT_FOUND')
  if (hold.recipients.some(({ user }) => user === actor.id)) throw fail('HOLDS_OWN')
  if (hold.state !== 'open') throw fail('HOLDS_DECIDED')
  if (body.pay) await payOut(call, tx, hold)
  const [state, at] = [body.pay ? ('paid' as const) : ('void' as const), clock.now()]
  await saveDecision(tx, hold.id, { state, decidedAt: at, decidedBy: actor.id, decisionNote: body.note })
  for (const source of (sources.get() ?? []).filter(({ plugin }) => plugin === hold.source))
    await source.decided(tx, { scope: hold.scope, key: hold.key, state, at })
  await audit.write(tx, {
    actor: actor.id,
    action: body.pay ? 'anti-abuse:paid' : 'anti-abuse:canceled',
    target: hold.userId,
    after: { hold: hold.id, kind: hold.kind, coins: hold.total, note: body.note },
    ip,
  })
  await sendDecision(call, tx, hold, state)
  return { state }
}

export const handleDecideHold = answer(decideHold, uses, (call) =>
  call.db.orm.transaction((tx) => decide(tx, call)),
)
