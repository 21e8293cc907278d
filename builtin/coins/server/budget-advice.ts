import { walletCapability } from '@spawnpoint/contracts/coins'
import { memberOf } from '@spawnpoint/sdk/common'
import { Clock, Database, PluginAdvice, provide } from '@spawnpoint/sdk/server'
import { findSpending } from './plugin-wallet-queries.ts'

/** Tells the author of a plugin that it may not pay anything yet. */
export const budgetAdvice = provide(
  memberOf(PluginAdvice, 'coins'),
  { db: Database, clock: Clock },
  ({ db, clock }) => ({
    async adviceFor({ id, capabilities }) {
      if (!capabilities.includes(walletCapability)) return null
      const { perDay } = await findSpending(db.orm, id, clock.now())
      return perDay
        ? null
        : `its budget is 0 coins a day, so \`earn\` answers 'over-budget': set one at /plugins/${id}/config of the dashboard`
    },
  }),
)
