import { EarningHolds } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Database, defineJob, Log } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listOwed, lockOwed, markPaid } from './counter-queries.ts'

export const payUses = { db: Database, holds: optional(EarningHolds), ledger: Ledger, log: Log }

/** Pays the coins that were counted, or hands them to staff; answers the balance, or null where nothing was paid. */
export async function payOwed(
  { db, holds, ledger, log }: ServicesOf<typeof payUses>,
  user: string,
  ip?: string,
): Promise<number | null> {
  const review = await holds.get()?.inspect([{ user, ...(ip === undefined ? {} : { ip }) }])
  return db.orm.transaction(async (tx) => {
    const { coins, owed } = await lockOwed(tx, user)
    if (owed <= 0) return null
    const reward = { scope: `afk:${user}`, key: String(coins), kind: 'afk:earned', user }
    if (review) {
      const recipients = [{ user, amount: owed }]
      await review.hold(tx, { ...reward, source: 'afk', recipients, joins: true })
      await markPaid(tx, user, coins)
      return null
    }
    const posting = await ledger.earn(tx, { ...reward, from: 'earnings', amount: owed })
    if (!('balance' in posting)) {
      // They stay owed, and the job tries again.
      log.warn({ user, owed, outcome: posting.outcome }, 'AFK coins not paid')
      return null
    }
    await markPaid(tx, user, coins)
    return posting.balance
  })
}

const everyFiveMinutes = { payload: z.object({}), schedule: '*/5 * * * *' }

/** Pays the coins of heartbeats after which the process ended. */
export const payJob = defineJob('pay', everyFiveMinutes, payUses, async (services) => {
  for (const user of await listOwed(services.db)) await payOwed(services, user)
})
