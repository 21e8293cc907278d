import { CoinCollectors, coinsMoved } from '@spawnpoint/contracts/coins'
import { memberOf } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { Clock, listen, provide } from '@spawnpoint/sdk/server'
import { listOwing, lockOwing } from './payment-queries.ts'
import { recordIn, recordUses } from './record-facts.ts'
import { settleCoins } from './settle-coins.ts'

/**
 * Coins that come in go to what is owed after a refund or dispute first, in the transaction that they come with: nobody
 * spends them before. As everywhere, a payment is locked before the account of its customer.
 */
export const owedCollector = provide(memberOf(CoinCollectors, 'payments'), { clock: Clock }, ({ clock }) => ({
  async lock(open, users) {
    await lockOwing(asTransaction(open), users)
  },
  async collect(open, ledger, users) {
    const tx = asTransaction(open)
    const taken = new Map<string, number>()
    for (const row of await lockOwing(tx, users, { skipLocked: true })) {
      const { credited } = await settleCoins({ ledger, clock }, tx, row)
      taken.set(row.userId, (taken.get(row.userId) ?? 0) + row.credited - credited)
    }
    return taken
  },
}))

/** Collects what came in while this plugin was off, with the next movement of the account. */
export const collectOwed = listen(coinsMoved, recordUses, async ({ payload, ...services }) => {
  const users = Object.entries(payload.balances)
    .filter(([, balance]) => balance > 0)
    .map(([user]) => user)
  if (users.length === 0) return
  for (const { id } of await listOwing(services.db.orm, users))
    await services.db.orm.transaction((tx) => recordIn(services, tx, id, []))
})
