import { memberOf } from '@spawnpoint/sdk/common'
import { Database, MetricSources, provide } from '@spawnpoint/sdk/server'
import { count } from 'drizzle-orm'
import { server } from './tables.ts'

const statuses = ['active', 'suspended', 'deleting'] as const

/** Servers by status. */
export const serverMetrics = provide(memberOf(MetricSources, 'servers'), { db: Database }, ({ db }) => ({
  async read() {
    const rows = await db.orm
      .select({ status: server.status, value: count() })
      .from(server)
      .groupBy(server.status)
    return [
      {
        name: 'spawnpoint_servers',
        help: 'Servers of customers by status',
        kind: 'gauge',
        values: statuses.map((status) => ({
          labels: { status },
          value: rows.find((row) => row.status === status)?.value ?? 0,
        })),
      },
    ]
  },
}))
