import type { SpanExporter } from '@opentelemetry/sdk-trace'

const QUIET_MS = 60_000
const LONGEST = 200

interface Reporting {
  readonly place: string
  warn(line: string): void
  now?(): number
}

/** An exporter that says when spans were lost: once a minute at most, however long the collector is away. */
export function reportLosses(
  exporter: SpanExporter,
  { place, warn, now = () => performance.now() }: Reporting,
): SpanExporter {
  let lost = 0
  let saidAt = -Infinity

  function report(error: Error | undefined) {
    if (now() - saidAt < QUIET_MS) return
    saidAt = now()
    const reason = (error?.message || error?.name || 'no reason given').slice(0, LONGEST)
    warn(`Traces could not be sent to ${place}: ${reason}. Spans lost: ${lost}.`)
    lost = 0
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0 is success; the enumeration is in a package that nothing else of ours needs.
        if (result.code !== 0) {
          lost += spans.length
          report(result.error)
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
