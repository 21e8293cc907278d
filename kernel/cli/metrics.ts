import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { kernelFailure } from '../server/http/failure.ts'
import type { Core } from '../server/core.ts'
import type { Meter } from '../server/services/meter.ts'
import { createProductMetrics, type MeasuredProduct } from './product-metrics.ts'

export interface Metrics extends Meter {
  /** Also reads these gauges from now on, and what the plugins offer. */
  watch(product: WatchedProduct): void
}

interface WatchedProduct extends Pick<Core, 'pool' | 'cache' | 'notices'>, MeasuredProduct {
  /** Ids of the plugins that run. */
  running(): readonly string[]
}

const sameToken = (given: string, wanted: string) => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}

/** Answers `/api/metrics` to whoever has the token; without one the call is absent. */
function mountMetrics(app: FastifyInstance, token: string | null, read: () => Promise<string>): void {
  app.get(
    '/api/metrics',
    { config: { access: { public: 'guarded by METRICS_TOKEN; absent without it' } } },
    async (request, reply) => {
      const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (!token || !given || !sameToken(given, token)) throw kernelFailure('NOT_FOUND')
      return reply.type('text/plain; version=0.0.4').send(await read())
    },
  )
}

/** Figures that are counted as things happen. */
function createCounters(registry: Registry, findRunning: () => readonly string[]) {
  const registers = [registry]
  const answers = new Histogram({
    name: 'spawnpoint_http_request_seconds',
    help: 'Time to answer a call',
    labelNames: ['plugin', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const faults = new Counter({
    name: 'spawnpoint_plugin_faults_total',
    help: 'Faults of plugins',
    labelNames: ['plugin'],
    registers,
    // An increase is only seen from a value before it: a plugin without a fault has 0.
    collect() {
      for (const plugin of findRunning()) this.inc({ plugin }, 0)
    },
  })
  const late = new Counter({
    name: 'spawnpoint_session_late_total',
    help: 'Session answers that went without the fresh part of a plugin that came with the product',
    labelNames: ['plugin'],
    registers,
  })
  const policyReports = new Counter({
    name: 'spawnpoint_csp_reports_total',
    help: 'Reports of the content policy',
    registers,
  })
  return { answers, faults, late, policyReports }
}

/** Prometheus metrics of this process. */
export function createMetrics(token: string | null): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  let findRunning: WatchedProduct['running'] = () => []
  const { answers, faults, late, policyReports } = createCounters(registry, () => findRunning())
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect: function collect(this: { set(value: number): void }) {
        this.set(read())
      },
    })
  let readProduct = async () => ''
  return {
    answered: (plugin, route, status, seconds) =>
      answers.observe({ plugin, route, status: String(status) }, seconds),
    fault: (plugin) => faults.inc({ plugin }),
    late: (plugin) => late.inc({ plugin }),
    policyReport: () => policyReports.inc(),
    mount: (app) => mountMetrics(app, token, async () => (await registry.metrics()) + (await readProduct())),
    watch({ pool, cache, notices, running, ...product }) {
      findRunning = running
      readProduct = createProductMetrics({ ...product, pool })
      gauge('spawnpoint_database_connections', 'Open connections of the pool', () => pool.totalCount)
      gauge('spawnpoint_database_waiting', 'Calls that wait for a connection', () => pool.waitingCount)
      gauge('spawnpoint_notices_connected', 'Whether this process hears the others: 1 or 0', () =>
        Number(notices.isConnected()),
      )
      gauge('spawnpoint_sessions_in_memory', 'Sessions held in memory', cache.size)
    },
  }
}
