import { setTracer } from '../../../sdk/server/spans.ts'
import type { DatabaseLog } from '../database/open-database.ts'

export type BatchOption =
  | 'scheduledDelayMillis'
  | 'exportTimeoutMillis'
  | 'maxQueueSize'
  | 'maxExportBatchSize'

/** Where traces are sent, and which; read from the standard variables of OpenTelemetry. */
export interface TracingConfig {
  readonly url: string
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: {
    readonly kind: 'on' | 'off' | 'ratio'
    readonly ratio: number
    readonly asParent: boolean
  }
  readonly batch: Readonly<Partial<Record<BatchOption, number>>>
  /** Sentences about variables whose value could not be used. */
  readonly ignored: readonly string[]
}

interface Tracing {
  /** Measures calls, jobs and statements from now on. Nothing of OpenTelemetry is loaded unless traces are wanted. */
  begin(log: Pick<DatabaseLog, 'warn'>): Promise<void>
  /** Sends what was measured, for two seconds at most. */
  close(): Promise<void>
}

/** The traces of one server, from its first connection to the database to its end. */
export function holdTracing(config: TracingConfig | null): Tracing {
  let end = async () => {}
  return {
    async begin(log) {
      if (config === null) return
      const { openTracer } = await import('./open-tracer.ts')
      for (const line of config.ignored) log.warn(line)
      const { tracer, flush } = openTracer(config, (line) => log.warn(line))
      const unset = setTracer(tracer)
      end = async () => {
        unset()
        await flush()
      }
    },
    close: () => end(),
  }
}
