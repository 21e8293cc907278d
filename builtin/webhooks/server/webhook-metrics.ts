import { deliveryStatuses } from '@spawnpoint/contracts/webhooks/schemas'
import { memberOf } from '@spawnpoint/sdk/common'
import { Clock, Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { count, gt, isNotNull } from 'drizzle-orm'
import { delivery, pluginAddress, webhook } from './tables.ts'

const DAY_MS = 86_400_000

/** Messages of the last day by status, and receivers that nothing is sent to any more. */
export const webhookMetrics = provide(
  memberOf(MetricSources, 'webhooks'),
  { clock: Clock, db: Database },
  ({ clock, db }) => ({
    async read() {
      const rows = await db.orm
        .select({ status: delivery.status, value: count() })
        .from(delivery)
        .where(gt(delivery.createdAt, new Date(clock.now().getTime() - DAY_MS)))
        .groupBy(delivery.status)
      const paused = await Promise.all(
        [webhook, pluginAddress].map((table) => db.orm.$count(table, isNotNull(table.pausedAt))),
      )
      return [
        {
          name: 'spawnpoint_webhooks_paused',
          help: 'Webhooks and addresses of plugins that are paused since their receiver failed',
          kind: 'gauge',
          values: [{ value: paused.reduce((sum, each) => sum + each, 0) }],
        },
        {
          name: 'spawnpoint_webhook_messages_day',
          help: 'Messages to webhooks of the last 24 hours by status',
          kind: 'gauge',
          values: deliveryStatuses.map((status) => ({
            labels: { status },
            value: rows.find((row) => row.status === status)?.value ?? 0,
          })),
        },
      ]
    },
  }),
)
