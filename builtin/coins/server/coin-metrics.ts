import { memberOf } from '@spawnpoint/sdk/common'
import { Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { sumBalances } from './economy-queries.ts'

/** Coins that customers hold. */
export const coinMetrics = provide(memberOf(MetricSources, 'coins'), { db: Database }, ({ db }) => ({
  read: async () => [
    {
      name: 'spawnpoint_coins',
      help: 'Coins that customers hold together',
      kind: 'gauge' as const,
      values: [{ value: await sumBalances(db.orm) }],
    },
  ],
}))
