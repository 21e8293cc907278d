import type { Transaction } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { writeHistory } from './history.ts'
import { renew, type Renewed } from './renew-server.ts'
import { sendRenewalEmail } from './renewal-email.ts'
import { isAutoDue, outlook } from './renewal-plan.ts'
import { renewalStateOf, type RenewalVisit } from './renewal-rules.ts'
import { mayEmailOfFailedRenewal, notifyOfFailedRenewal } from './server-kinds.ts'
import type { ServerUses } from './server-uses.ts'
import { server } from './tables.ts'

type Refused = Exclude<Renewed, { outcome: 'renewed' }>

const failureOf = (refused: Refused) =>
  refused.outcome === 'insufficient'
    ? ({ history: 'short-of-coins', email: 'renewal-short', known: 'shortOfCoins' } as const)
    : ({ history: 'renewal-refused', email: 'renewal-refused', known: 'renewalRefused' } as const)

/** Tells the owner why the automatic renewal failed, once a period for each reason. */
const tellFailure = async (
  uses: ServerUses,
  tx: Transaction,
  { row, rules }: RenewalVisit,
  refused: Refused,
): Promise<void> => {
  const state = renewalStateOf(row)
  const { history, email, known } = failureOf(refused)
  if (row[known] || !state) return
  await tx
    .update(server)
    .set({ [known]: true })
    .where(eq(server.id, row.id))
  const coins = rules.cost
  await writeHistory(tx, uses, { server: row, kind: history, actor: null, details: { coins } })
  await notifyOfFailedRenewal(uses, tx, row, `${history}:${state.expiresAt.toISOString()}`)
  if (!rules.sendMail || !(await mayEmailOfFailedRenewal(uses, tx, row.owner))) return
  const balance = refused.outcome === 'insufficient' ? refused.available : 0
  const { at } = outlook(state, rules)
  await sendRenewalEmail(uses, tx, email, { row, at, values: { coins, balance } })
}

/** Renews a server whose owner wants it; true where that was done, so that nothing else is due. */
export const renewAutomatically = async (
  uses: ServerUses,
  tx: Transaction,
  visit: RenewalVisit,
): Promise<boolean> => {
  const { row, rules, now } = visit
  if (!row.autoRenew || row.expiresAt === null || !isAutoDue(row.expiresAt, now)) return false
  const done = await renew(uses, tx, { seen: row, rules, actor: null, requestKey: null })
  if (done.outcome !== 'renewed') {
    await tellFailure(uses, tx, visit, done)
    return false
  }
  if (rules.sendMail && done.row.expiresAt)
    await sendRenewalEmail(uses, tx, 'renewal-done', {
      row: done.row,
      at: done.row.expiresAt,
      values: { coins: rules.cost },
    })
  return true
}
