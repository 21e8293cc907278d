import { memberOf } from '@spawnpoint/sdk/common'
import { Clock, Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { count, gt } from 'drizzle-orm'
import { email } from './tables.ts'

const DAY_MS = 86_400_000
const statuses = ['queued', 'sent', 'failed'] as const

/** Emails of the last day by status. */
export const emailMetrics = provide(
  memberOf(MetricSources, 'mail'),
  { clock: Clock, db: Database },
  ({ clock, db }) => ({
    async read() {
      const rows = await db.orm
        .select({ status: email.status, value: count() })
        .from(email)
        .where(gt(email.createdAt, new Date(clock.now().getTime() - DAY_MS)))
        .groupBy(email.status)
      return [
        {
          name: 'spawnpoint_emails_day',
          help: 'Emails of the last 24 hours by status',
          kind: 'gauge',
          values: statuses.map((status) => ({
            labels: { status },
            value: rows.find((row) => row.status === status)?.value ?? 0,
          })),
        },
      ]
    },
  }),
)
