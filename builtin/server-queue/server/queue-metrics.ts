import { buildStatuses } from '@spawnpoint/contracts/server-queue'
import { memberOf } from '@spawnpoint/sdk/common'
import { Clock, Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { count, eq, min } from 'drizzle-orm'
import { build } from './tables.ts'

/** Builds by status, and how long the oldest one waits. */
export const queueMetrics = provide(
  memberOf(MetricSources, 'server-queue'),
  { clock: Clock, db: Database },
  ({ clock, db }) => ({
    async read() {
      const rows = await db.orm
        .select({ status: build.status, value: count() })
        .from(build)
        .groupBy(build.status)
      const [oldest] = await db.orm
        .select({ at: min(build.createdAt) })
        .from(build)
        .where(eq(build.status, 'pending'))
      const waits = oldest?.at ? Math.max(0, clock.now().getTime() - oldest.at.getTime()) / 1_000 : 0
      return [
        {
          name: 'spawnpoint_builds',
          help: 'Builds of servers by status; completed and failed ones until they are removed',
          kind: 'gauge',
          values: buildStatuses.map((status) => ({
            labels: { status },
            value: rows.find((row) => row.status === status)?.value ?? 0,
          })),
        },
        {
          name: 'spawnpoint_builds_oldest_seconds',
          help: 'How long the oldest pending build waits',
          kind: 'gauge',
          values: [{ value: waits }],
        },
      ]
    },
  }),
)
