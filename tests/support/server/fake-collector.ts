import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Pair {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly kind: number
        readonly attributes: readonly Pair[]
        readonly status: { readonly code?: number }
      }[]
    }[]
  }[]
}

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parent: string | null
  readonly name: string
  readonly kind: number
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

const valuesOf = (pairs: readonly Pair[]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))

const spansOf = ({ resourceSpans }: Sent): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ parentSpanId, attributes, status, ...span }) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        name: span.name,
        kind: span.kind,
        parent: parentSpanId || null,
        failed: status.code === 2,
        attributes: valuesOf(attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  )

/** A collector that takes traces by OTLP as JSON and keeps them; `hangs` answers nothing. */
export async function startFakeCollector({ hangs = false } = {}) {
  const bodies: string[] = []
  const spans: CollectedSpan[] = []
  const calls: { path: string; type: string | undefined; authorization: string | undefined }[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    const { 'content-type': type, authorization } = request.headers
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      const text = Buffer.concat(parts).toString('utf8')
      calls.push({ path: request.url ?? '', type, authorization })
      if (type === 'application/json') {
        bodies.push(text)
        spans.push(...spansOf(JSON.parse(text) as Sent))
      }
      if (!hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** All that was sent, as it came. */
    text: () => bodies.join('\n'),
    spans: (): readonly CollectedSpan[] => spans,
    calls: () => calls,
    /** Calls that wait for an answer. */
    waiting: () => open.size,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
