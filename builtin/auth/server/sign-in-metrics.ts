import { memberOf } from '@spawnpoint/sdk/common'
import { MetricSources, provide } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'

/** Log-ins and failed attempts since this process started. */
export const signInMetrics = provide(
  memberOf(MetricSources, 'auth'),
  { context: AuthContext },
  ({ context }) => ({
    read: async () => [
      {
        name: 'spawnpoint_log_ins_total',
        help: 'Log-ins and failed attempts at passwords and codes, of this process',
        kind: 'counter' as const,
        values: Object.entries(context.log.counts).map(([outcome, value]) => ({
          labels: { outcome },
          value,
        })),
      },
    ],
  }),
)
