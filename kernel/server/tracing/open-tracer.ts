import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSpan, SpanStart, Tracer } from '../../../sdk/server/spans.ts'
import { VERSION } from '../version.ts'
import { reportLosses } from './report-losses.ts'
import type { TracingConfig } from './tracing.ts'

const FLUSH_MS = 2_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

const createSampler = ({ sampler: { kind, ratio, asParent } }: TracingConfig): Sampler => {
  const samplers = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    ratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = samplers[kind]()
  return asParent ? new ParentBasedSampler({ root }) : root
}

function createProvider(config: TracingConfig, warn: (line: string) => void): TracerProvider {
  const { url, headers, protocol } = config
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter
  const exporter = reportLosses(new Exporter({ url, headers: { ...headers } }), {
    place: new URL(url).host,
    warn,
  })
  const own = {
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
    ...config.resource,
    'service.name': config.serviceName,
  }
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    sampler: createSampler(config),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...config.batch })],
  })
}

/** Measures with OpenTelemetry. The context is carried over each await, and by nothing that others could set. */
export function openTracer(
  config: TracingConfig,
  warn: (line: string) => void,
): { readonly tracer: Tracer; flush(): Promise<void> } {
  const provider = createProvider(config, warn)
  const source = provider.getTracer('spawnpoint', VERSION)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()

  const open = (span: Span, parent: Context): OpenSpan => ({
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    within: (work) => contexts.with(trace.setSpan(parent, span), work),
    end: () => span.end(),
  })
  const start = ({ name, kind, attributes }: SpanStart, parent: Context) =>
    open(source.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent), parent)

  return {
    tracer: {
      begin: (facts) =>
        start(
          facts,
          facts.continues
            ? propagator.extract(ROOT_CONTEXT, facts.continues, defaultTextMapGetter)
            : ROOT_CONTEXT,
        ),
      beginChild(facts) {
        const parent = contexts.active()
        // A timer that a call left behind is no part of it any more.
        return trace.getSpan(parent)?.isRecording() ? start(facts, parent) : null
      },
    },
    async flush() {
      const isSent = provider.shutdown().catch(() => undefined)
      await Promise.race([isSent, wait(FLUSH_MS, undefined, { ref: false })])
    },
  }
}
