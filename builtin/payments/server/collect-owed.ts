import { coinsMoved } from '@spawnpoint/contracts/coins'
import { listen } from '@spawnpoint/sdk/server'
import { listOwing } from './payment-queries.ts'
import { recordIn, recordUses } from './record-facts.ts'

/** Coins that come in go to what is owed after a refund or dispute first. */
export const collectOwed = listen(coinsMoved, recordUses, async ({ payload, ...services }) => {
  const users = Object.entries(payload.balances)
    .filter(([, balance]) => balance > 0)
    .map(([user]) => user)
  if (users.length === 0) return
  for (const { id } of await listOwing(services.db.orm, users))
    await services.db.orm.transaction((tx) => recordIn(services, tx, id, []))
})
