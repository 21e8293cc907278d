import { describe, expect, it } from 'vitest'
import { readConfig } from './read-config.ts'

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const read = (more: Record<string, string> = {}) => readConfig({ ...base, ...more }).tracing

describe('the variables of OpenTelemetry', () => {
  it('[OPS33] without an address, or switched off, want no traces', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'host' }).tracing).toBeNull()
    expect(read({ OTEL_SDK_DISABLED: 'True' })).toBeNull()
    expect(read({ OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(read({ OTEL_SDK_DISABLED: 'yes' })).not.toBeNull()
  })

  it('[OPS33] have the defaults of the specification, and a name of the product', () => {
    expect(read()).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      protocol: 'http/protobuf',
      headers: {},
      serviceName: 'spawnpoint',
      resource: {},
      sampler: { kind: 'on', ratio: 1, asParent: true },
      batch: {},
      ignored: [],
    })
  })

  it('[OPS33] take a base address with the usual path behind it, and one for traces as it is', () => {
    const urlOf = (more: Record<string, string>) => read(more)?.url
    expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/in/' })).toBe(
      'https://otel.example.com/in/v1/traces',
    )
    expect(urlOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otel.example.com/own' })).toBe(
      'https://otel.example.com/own',
    )
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' })).toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT is not usable: give the address of a collector/,
    )
  })

  it('[OPS33] name the service, its attributes, the headers and how much is recorded', () => {
    const tracing = read({
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=one, region=eu%20west',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db,x-team=ops',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=traces',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
    })
    expect(tracing).toMatchObject({
      serviceName: 'one',
      resource: { region: 'eu west' },
      headers: { authorization: 'Bearer a=b', 'x-team': 'traces' },
      sampler: { kind: 'ratio', ratio: 0.25, asParent: true },
      batch: { scheduledDelayMillis: 1_000, maxQueueSize: 100 },
      ignored: [],
    })
    const names = { OTEL_SERVICE_NAME: 'two', OTEL_RESOURCE_ATTRIBUTES: 'service.name=one' }
    expect(read(names)?.serviceName).toBe('two')
    expect(read({ OTEL_TRACES_SAMPLER: 'always_off' })?.sampler).toMatchObject({
      kind: 'off',
      asParent: false,
    })
  })

  it('[OPS33] that have another value are left out with a sentence, which repeats none', () => {
    const tracing = read({
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hush%ZZ',
      OTEL_BSP_SCHEDULE_DELAY: 'soon',
    })
    expect(tracing).toMatchObject({
      protocol: 'http/protobuf',
      headers: {},
      sampler: { kind: 'on', asParent: true },
      batch: {},
    })
    expect(tracing?.ignored).toEqual([
      'OTEL_EXPORTER_OTLP_PROTOCOL is not usable: http/protobuf is used.',
      'OTEL_EXPORTER_OTLP_HEADERS is not usable: it is left out.',
      'OTEL_TRACES_SAMPLER is not usable: parentbased_always_on is used.',
      'OTEL_BSP_SCHEDULE_DELAY is not usable: the usual value is used.',
    ])
    const ratio = read({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' })
    expect([ratio?.sampler.ratio, ratio?.ignored.length]).toEqual([1, 1])
  })
})
