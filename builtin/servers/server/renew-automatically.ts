import type { Transaction } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { writeHistory } from './history.ts'
import { renew, type Renewed } from './renew-server.ts'
import { sendRenewalEmail } from './renewal-email.ts'
import { isAutoDue, outlook } from './renewal-plan.ts'
import { renewalStateOf, type RenewalSettings, type RenewalVisit } from './renewal-rules.ts'
import { mayEmailOfFailedRenewal, notifyOfFailedRenewal } from './server-kinds.ts'
import type { ServerUses } from './server-uses.ts'
import { server, type ServerRecord } from './tables.ts'

export type Refused = Exclude<Renewed, { outcome: 'renewed' }>

const failureOf = (refused: Refused) =>
  refused.outcome === 'insufficient'
    ? ({ history: 'short-of-coins', email: 'renewal-short', known: 'shortOfCoins' } as const)
    : ({ history: 'renewal-refused', email: 'renewal-refused', known: 'renewalRefused' } as const)

/** Tells the owner why the automatic renewal failed, once a period for each reason. */
export const tellFailure = async (
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

/** Ends the transaction of a renewal that is none, so that nothing of it stays. */
class NotRenewed extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(`not renewed: ${refused.outcome}`)
    this.refused = refused
  }
}

/** The owner wants the server to be renewed, and its last day has begun. */
export const wantsRenewal = ({ autoRenew, expiresAt }: ServerRecord, now: Date): boolean =>
  autoRenew && expiresAt !== null && isAutoDue(expiresAt, now)

/**
 * Renews a server in a transaction of its own, which takes the coins before it locks the server: a renewal by hand does
 * so too, and the two would wait for each other in a circle otherwise. Null once it is renewed.
 */
export const renewAutomatically = async (
  uses: ServerUses,
  seen: ServerRecord,
  rules: RenewalSettings,
): Promise<Refused | null> => {
  try {
    await uses.db.orm.transaction(async (tx) => {
      const done = await renew(uses, tx, { seen, rules, actor: null, requestKey: null })
      if (done.outcome !== 'renewed') throw new NotRenewed(done)
      const { row } = done
      if (!rules.sendMail || !row.expiresAt) return
      await sendRenewalEmail(uses, tx, 'renewal-done', {
        row,
        at: row.expiresAt,
        values: { coins: rules.cost },
      })
    })
    return null
  } catch (error) {
    if (error instanceof NotRenewed) return error.refused
    throw error
  }
}
