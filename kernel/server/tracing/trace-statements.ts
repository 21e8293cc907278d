import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { activeTracer, failureType, type OpenSpan } from '../../../sdk/server/spans.ts'

const LONGEST = 4_000

/** Statements whose values are parameters; others, such as those that make a login, hold theirs in the text. */
const SHOWN = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'WITH',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
])

const LITERAL = /\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$/gis

/** The kind of a statement, and its text without the values that stand in it. */
export function describeStatement(text: string): {
  readonly operation: string
  readonly text: string | null
} {
  const operation = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*([a-z]+)/is.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  return {
    operation,
    text: SHOWN.has(operation) ? text.replaceAll(LITERAL, "'?'").slice(0, LONGEST) : null,
  }
}

function begin(statement: unknown): OpenSpan | null {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  const tracer = activeTracer()
  if (!tracer || typeof text !== 'string') return null
  const { operation, text: shown } = describeStatement(text)
  return tracer.beginChild({
    name: operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(shown !== null && { 'db.query.text': shown }),
    },
  })
}

function end(span: OpenSpan, error: unknown) {
  if (error) span.fail(failureType(error))
  span.end()
}

type Callback = (error: unknown, ...rest: unknown[]) => void

/** Measures what a connection is asked, in whichever form `pg` takes it. */
function traceClient(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown
  const traced = (...parts: unknown[]) => {
    const span = begin(parts[0])
    if (span === null) return query(...parts)
    const last = parts.at(-1)
    if (typeof last === 'function') {
      const done: Callback = (error, ...rest) => {
        end(span, error)
        ;(last as Callback)(error, ...rest)
      }
      return query(...parts.slice(0, -1), done)
    }
    const result = query(...parts)
    if (result instanceof Promise)
      result.then(
        () => end(span, null),
        (error: unknown) => end(span, error),
      )
    return result
  }
  client.query = traced as typeof client.query
}

type Connected = Parameters<pg.Pool['connect']>[0]

/** Measures each statement of a pool within the call or job that it is for. Nothing happens where traces are not wanted. */
export function traceStatements(pool: pg.Pool): void {
  if (activeTracer() === null) return
  pool.on('connect', traceClient)
  const connect = pool.connect.bind(pool) as (done?: Connected) => unknown
  // A connection that was waited for is handed over by whoever gave it back, within their work.
  const bound = (done?: Connected) => (done ? connect(AsyncResource.bind(done)) : connect())
  pool.connect = bound as typeof pool.connect
}
