import { z } from 'zod'
import type { BatchOption, TracingConfig } from '../server/tracing/tracing.ts'

const address = z.url({ protocol: /^https?$/ }).optional()

/** The variables without which nothing is sent; the others are read as the specification of OpenTelemetry has them. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
}

export const tracingAdvice = {
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'the address of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'the address that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces',
}

type Given = Readonly<Record<string, string | undefined>>
type Ignore = (name: string, instead: string) => void
type Values = z.output<z.ZodObject<typeof tracingEnvironment>>

/** `a=1,b=2` with percent-encoded values. One pair that cannot be read makes the whole list unusable. */
function readPairs(given: Given, name: string, ignore: Ignore): Record<string, string> {
  try {
    const pairs = (given[name] ?? '').split(',').filter((pair) => pair.trim() !== '')
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, key, value = ''] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
        if (key === undefined) throw new URIError('no pair')
        return [decodeURIComponent(key), decodeURIComponent(value)]
      }),
    )
  } catch {
    ignore(name, 'it is left out')
    return {}
  }
}

const samplers: Readonly<Record<string, TracingConfig['sampler']>> = {
  always_on: { kind: 'on', ratio: 1, asParent: false },
  always_off: { kind: 'off', ratio: 1, asParent: false },
  traceidratio: { kind: 'ratio', ratio: 1, asParent: false },
  parentbased_always_on: { kind: 'on', ratio: 1, asParent: true },
  parentbased_always_off: { kind: 'off', ratio: 1, asParent: true },
  parentbased_traceidratio: { kind: 'ratio', ratio: 1, asParent: true },
}
const usual = { kind: 'on', ratio: 1, asParent: true } as const

function readSampler(given: Given, ignore: Ignore): TracingConfig['sampler'] {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: text } = given
  const sampler = samplers[name]
  if (!sampler) ignore('OTEL_TRACES_SAMPLER', 'parentbased_always_on is used')
  if (sampler?.kind !== 'ratio' || text === undefined) return sampler ?? usual
  const ratio = Number(text)
  if (ratio >= 0 && ratio <= 1) return { ...sampler, ratio }
  ignore('OTEL_TRACES_SAMPLER_ARG', '1 is used')
  return sampler
}

function readProtocol(given: Given, ignore: Ignore): TracingConfig['protocol'] {
  const name = given['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const wanted = given[name] ?? 'http/protobuf'
  if (wanted === 'http/protobuf' || wanted === 'http/json') return wanted
  ignore(name, 'http/protobuf is used')
  return 'http/protobuf'
}

const batchOptions: Readonly<Record<string, BatchOption>> = {
  OTEL_BSP_SCHEDULE_DELAY: 'scheduledDelayMillis',
  OTEL_BSP_EXPORT_TIMEOUT: 'exportTimeoutMillis',
  OTEL_BSP_MAX_QUEUE_SIZE: 'maxQueueSize',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'maxExportBatchSize',
}

function readBatch(given: Given, ignore: Ignore): TracingConfig['batch'] {
  const batch: Partial<Record<BatchOption, number>> = {}
  for (const [name, option] of Object.entries(batchOptions)) {
    const text = given[name]
    if (text === undefined) continue
    if (/^[1-9]\d{0,8}$/.test(text)) batch[option] = Number(text)
    else ignore(name, 'the usual value is used')
  }
  return batch
}

/** The address of the traces: a base gets the standard path, one for traces is taken as it is. */
function urlOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base }: Values) {
  if (own !== undefined) return new URL(own).href
  return base === undefined ? null : new URL('v1/traces', base.replace(/\/*$/, '/')).href
}

/**
 * Null where no traces are wanted. Values that the specification has not are left out with a sentence, as it asks for:
 * the variables are often set for a whole machine, and one for another program must not keep the product from starting.
 */
export function readTracing(values: Values, given: Given): TracingConfig | null {
  const url = urlOf(values)
  const isOff = given['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  if (url === null || isOff || given['OTEL_TRACES_EXPORTER'] === 'none') return null
  const ignored: string[] = []
  const ignore: Ignore = (name, instead) => ignored.push(`${name} is not usable: ${instead}.`)
  const resource = readPairs(given, 'OTEL_RESOURCE_ATTRIBUTES', ignore)
  return {
    url,
    protocol: readProtocol(given, ignore),
    headers: {
      ...readPairs(given, 'OTEL_EXPORTER_OTLP_HEADERS', ignore),
      ...readPairs(given, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', ignore),
    },
    serviceName: given['OTEL_SERVICE_NAME'] ?? resource['service.name'] ?? 'spawnpoint',
    resource,
    sampler: readSampler(given, ignore),
    batch: readBatch(given, ignore),
    ignored,
  }
}
