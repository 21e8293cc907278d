import { every } from '@spawnpoint/sdk/common'
import {
  MetricSources,
  type HealthReport,
  type MetricFigure,
  type MetricSource,
} from '@spawnpoint/sdk/server'
import { Counter, Gauge, Registry } from 'prom-client'
import type pg from 'pg'
import type { ServiceRegistry } from '../server/host/service-registry.ts'
import { VERSION } from '../server/version.ts'

const READ_MS = 3_000
/** A part of the health page that does not answer within 5 s is unhealthy: the others must not be lost with it. */
const READ_HEALTH_MS = 7_000
const levels: Readonly<Record<HealthReport['status'], number>> = { healthy: 0, warning: 1, unhealthy: 2 }

/** The parts of the product that figures are read from. */
export interface MeasuredProduct {
  readonly pool: pg.Pool
  readonly services: Pick<ServiceRegistry, 'resolve'>
  health(): Promise<readonly (HealthReport & { readonly name: string; readonly plugin: string })[]>
}

const facts = (): MetricFigure => ({
  name: 'spawnpoint_info',
  help: 'Version of the product and of Node.js',
  kind: 'gauge',
  values: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
})

/** The health page as numbers: the game panel, the database, the queue and all else that a plugin watches. */
async function readHealth({ health }: MeasuredProduct): Promise<readonly MetricFigure[]> {
  const lines = await health()
  return [
    {
      name: 'spawnpoint_health',
      help: 'Lines of the health page: 0 healthy, 1 warning, 2 unhealthy',
      kind: 'gauge',
      values: lines.map(({ plugin, name, status }) => ({ labels: { plugin, name }, value: levels[status] })),
    },
  ]
}

async function readJobs({ pool }: MeasuredProduct): Promise<readonly MetricFigure[]> {
  const { rows } = await pool.query<{ state: string; count: number; oldest: number }>(
    `select case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
       when run_at > now() then 'scheduled' else 'waiting' end as state,
       count(*)::int as count, extract(epoch from now() - min(run_at))::float8 as oldest
     from graphile_worker._private_jobs group by 1`,
  )
  const of = (state: string) => rows.find((row) => row.state === state)
  return [
    {
      name: 'spawnpoint_jobs',
      help: 'Background jobs and undelivered events of the instance',
      kind: 'gauge',
      values: ['waiting', 'running', 'scheduled', 'failed'].map((state) => ({
        labels: { state },
        value: of(state)?.count ?? 0,
      })),
    },
    {
      name: 'spawnpoint_jobs_oldest_seconds',
      help: 'How long the oldest job waits that could run',
      kind: 'gauge',
      values: [{ value: Math.max(0, of('waiting')?.oldest ?? 0) }],
    },
  ]
}

/** Events that were written with a change, and whose deliveries are not queued yet; a delivery is a job. */
async function readOutbox({ pool }: MeasuredProduct): Promise<readonly MetricFigure[]> {
  const { rows } = await pool.query<{ count: number; oldest: number }>(
    `select count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
     from kernel.outbox where fanned_out_at is null`,
  )
  const [{ count, oldest } = { count: 0, oldest: 0 }] = rows
  return [
    {
      name: 'spawnpoint_outbox',
      help: 'Events whose deliveries are not queued yet',
      kind: 'gauge',
      values: [{ value: count }],
    },
    {
      name: 'spawnpoint_outbox_oldest_seconds',
      help: 'How long the oldest of these events waits',
      kind: 'gauge',
      values: [{ value: Math.max(0, oldest) }],
    },
  ]
}

const inTime = <T>(work: Promise<T>, ms = READ_MS): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('E_METRICS_LATE')), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function register(registry: Registry, { name, help, kind, values }: MetricFigure) {
  const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const options = { name, help, labelNames, registers: [registry] }
  const metric = kind === 'counter' ? new Counter(options) : new Gauge(options)
  for (const { labels = {}, value } of values) metric.inc(labels, value)
}

/** Reads the figures of the instance and of its plugins. One that fails or is late costs its own figures alone. */
export function createProductMetrics(product: MeasuredProduct): () => Promise<string> {
  // The registry answers a family with the list of its members.
  const sources = product.services.resolve(every(MetricSources), new Map()) as {
    get(): readonly MetricSource[] | null
  }
  return async () => {
    const read = await Promise.allSettled([
      [facts()],
      inTime(readHealth(product), READ_HEALTH_MS),
      inTime(readJobs(product)),
      inTime(readOutbox(product)),
      ...(sources.get() ?? []).map(async (source) => inTime(source.read())),
    ])
    const registry = new Registry()
    for (const each of read)
      if (each.status === 'fulfilled') for (const figure of each.value) register(registry, figure)
    const failed = read.filter(({ status }) => status === 'rejected').length
    register(registry, {
      name: 'spawnpoint_metrics_failed',
      help: 'Groups of figures that could not be read',
      kind: 'gauge',
      values: [{ value: failed }],
    })
    return registry.metrics()
  }
}
