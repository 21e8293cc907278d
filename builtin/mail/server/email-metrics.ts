import { memberOf } from '@spawnpoint/sdk/common'
import { Clock, Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { and, count, eq, gt, isNotNull } from 'drizzle-orm'
import { email } from './tables.ts'

const DAY_MS = 86_400_000
const statuses = ['queued', 'sent', 'failed'] as const

/** Emails of the last day by status, and those that have failed and are tried again. */
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
      const retried = await db.orm.$count(email, and(eq(email.status, 'queued'), isNotNull(email.failure)))
      return [
        {
          name: 'spawnpoint_emails_retried',
          help: 'Emails that were not sent at the first attempt and wait for the next',
          kind: 'gauge',
          values: [{ value: retried }],
        },
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
