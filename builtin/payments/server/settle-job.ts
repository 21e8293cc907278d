import { defineJob, Log, type Transaction } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { ask, askUses, type AskServices } from './ask-provider.ts'
import { AGAIN_AFTER, GIVEN_UP_AFTER } from './next-check.ts'
import { changePayment, listDue, listEvents } from './payment-queries.ts'
import { plannedCheck, record } from './record-facts.ts'
import type { Payment } from './tables.ts'

const AT_A_TIME = 25

/** One that nothing is known about is asked about until there is an answer. */
async function planNext(tx: Transaction, row: Payment, now: Date): Promise<Date | null> {
  const planned = plannedCheck(row, await listEvents(tx, row.id), now)
  return planned ?? (row.state === 'started' ? new Date(now.getTime() + AGAIN_AFTER) : null)
}

/** Plans the next question before this one, so that a process that dies leaves none unasked. */
const claim = ({ db, clock }: AskServices): Promise<Payment[]> =>
  db.orm.transaction(async (tx) => {
    const now = clock.now()
    const rows = await listDue(tx, now, AT_A_TIME)
    for (const row of rows) await changePayment(tx, row.id, { nextCheckAt: await planNext(tx, row, now) })
    return rows
  })

const giveUp = (services: AskServices, { id, reference }: Payment) => {
  const at = services.clock.now()
  return record(services, id, [{ kind: 'expired', reference, source: 'product', at }])
}

const everyMinute = { payload: z.object({}), schedule: '* * * * *', timeoutMs: 300_000 }

/** The books are right without any webhook: what is open is asked about until it is known. */
export const settleJob = defineJob('settle', everyMinute, { ...askUses, log: Log }, async (services) => {
  for (;;) {
    const rows = await claim(services)
    for (const row of rows) {
      const after = await ask(services, row).catch((error: unknown) => {
        services.log.warn({ payment: row.reference, err: error }, 'payment provider gave no answer')
        return null
      })
      const age = services.clock.now().getTime() - row.createdAt.getTime()
      // Without an answer it may have been paid.
      if (after?.state === 'started' && age >= GIVEN_UP_AFTER) await giveUp(services, row)
    }
    if (rows.length < AT_A_TIME) return
  }
})
