import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly policyReports: Counter
  answered(plugin: string, route: string, status: number, seconds: number): void
  fault(plugin: string): void
  late(plugin: string): void
  text(): Promise<string>
}

/** Prometheus metrics of this process. */
export function createMetrics(sources: {
  pool: { totalCount: number; waitingCount: number }
  sessions(): number
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect: function collect(this: { set(value: number): void }) {
        this.set(read())
      },
    })
  gauge('spawnpoint_database_connections', 'Open connections of the pool', () => sources.pool.totalCount)
  gauge('spawnpoint_database_waiting', 'Calls that wait for a connection', () => sources.pool.waitingCount)
  gauge('spawnpoint_sessions_in_memory', 'Sessions held in memory', sources.sessions)
  return {
    policyReports,
    answered: (plugin: string, route: string, status: number, seconds: number) =>
      answers.observe({ plugin, route, status: String(status) }, seconds),
    fault: (plugin: string) => faults.inc({ plugin }),
    late: (plugin: string) => late.inc({ plugin }),
    text: () => registry.metrics(),
  }
}
