import { expect, it, vi } from 'vitest'
import { startFakeCollector } from '../../../tests/support/server/fake-collector.ts'
import { openTracer } from './open-tracer.ts'
import type { TracingConfig } from './tracing.ts'

const configOf = (url: string, more: Partial<TracingConfig> = {}): TracingConfig => ({
  url: `${url}/v1/traces`,
  protocol: 'http/json',
  headers: {},
  serviceName: 'spawnpoint',
  resource: {},
  sampler: { kind: 'on', ratio: 1, asParent: true },
  batch: {},
  ignored: [],
  ...more,
})
const facts = { name: 'one', kind: 'server', attributes: {} } as const

it('[OPS33] does not wait at the end for a collector that does not answer', async () => {
  const collector = await startFakeCollector({ hangs: true })
  const { tracer, flush } = openTracer(configOf(collector.url), () => undefined)
  tracer.begin(facts).end()
  const ended = flush()
  await vi.waitFor(() => expect(collector.calls()).toHaveLength(1))
  await ended
  // The exporter itself would have given up later, and ended its call.
  expect(collector.waiting()).toBe(1)
  await collector.stop()
})

it('[OPS33] sends all that was measured at the end, as protobuf unless told otherwise', async () => {
  const collector = await startFakeCollector()
  const config = configOf(collector.url, { protocol: 'http/protobuf' })
  const { tracer, flush } = openTracer(config, () => undefined)
  tracer.begin(facts).end()
  await flush()
  expect(collector.calls().map(({ type }) => type)).toEqual(['application/x-protobuf'])
  await collector.stop()
})

it('[OPS33] records as much as is asked for, and no part of a trace that is not recorded', async () => {
  const collector = await startFakeCollector()
  const sampler = { kind: 'off', ratio: 1, asParent: true } as const
  const { tracer, flush } = openTracer(configOf(collector.url, { sampler }), () => undefined)
  const left = tracer.begin(facts)
  expect(left.within(() => tracer.beginChild(facts))).toBeNull()
  left.end()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  tracer.begin({ ...facts, name: 'continued', continues: { traceparent } }).end()
  await flush()
  expect(collector.spans().map(({ name }) => name)).toEqual(['continued'])
  await collector.stop()
})

it('[OPS31] takes what a call left behind for no part of it', async () => {
  const collector = await startFakeCollector()
  const { tracer, flush } = openTracer(configOf(collector.url), () => undefined)
  const span = tracer.begin(facts)
  const later = span.within(async () => {
    await collector.calls()
    return tracer.beginChild(facts)
  })
  span.end()
  expect(await later).toBeNull()
  expect(tracer.beginChild(facts)).toBeNull()
  await flush()
  await collector.stop()
})
