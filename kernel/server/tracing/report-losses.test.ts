import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { expect, it } from 'vitest'
import { reportLosses } from './report-losses.ts'

type Spans = Parameters<SpanExporter['export']>[0]

it('[OPS33] says that a collector is away once a minute at most, and how much was lost', () => {
  let now = 0
  const lines: string[] = []
  const away: SpanExporter = {
    export: (_spans, done) => done({ code: 1, error: new Error('connect ECONNREFUSED') }),
    shutdown: async () => undefined,
  }
  const exporter = reportLosses(away, {
    place: 'otel.example.com',
    warn: (line) => lines.push(line),
    now: () => now,
  })
  const lose = (count: number) => exporter.export(Array.from({ length: count }) as Spans, () => undefined)
  lose(2)
  now = 30_000
  lose(3)
  now = 59_999
  lose(4)
  expect(lines).toEqual([
    'Traces could not be sent to otel.example.com: connect ECONNREFUSED. Spans lost: 2.',
  ])
  now = 60_000
  lose(5)
  expect(lines.slice(1)).toEqual([
    'Traces could not be sent to otel.example.com: connect ECONNREFUSED. Spans lost: 12.',
  ])
})
