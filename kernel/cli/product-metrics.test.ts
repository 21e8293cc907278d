import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HealthReport } from '../../sdk/server/index.ts'
import { checkHealth } from '../server/host/check-health.ts'
import { createProductMetrics } from './product-metrics.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('[OPS24] keep the other lines of the health page where one check does not end', async () => {
  const check = (name: string, report: Promise<HealthReport>) => ({ name, check: () => report })
  const broken = Promise.resolve<HealthReport>({ status: 'unhealthy', detail: 'The queue is full.' })
  const host = {
    running: () => [
      {
        candidate: { id: 'panel' },
        owned: { registrations: { health: [check('panel', Promise.withResolvers<HealthReport>().promise)] } },
      },
      {
        candidate: { id: 'server-queue' },
        owned: { registrations: { health: [check('builds', broken)] } },
      },
    ],
  } as unknown as Parameters<typeof checkHealth>[0]
  const read = createProductMetrics({
    // Only the rows of two queries are read.
    pool: { query: async () => ({ rows: [] }) } as unknown as pg.Pool,
    services: { resolve: () => ({ get: () => [] }) as never },
    health: () => checkHealth(host),
  })
  const answer = read()
  await vi.advanceTimersByTimeAsync(10_000)
  const text = await answer
  expect(text).toContain('spawnpoint_health{plugin="server-queue",name="builds"} 2')
  expect(text).toContain('spawnpoint_health{plugin="panel",name="panel"} 2')
  expect(text).toContain('spawnpoint_metrics_failed 0')
})
