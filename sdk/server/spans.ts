/** Facts about a piece of work, in the names of OpenTelemetry. Never personal data, secrets or values of a statement. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: SpanAttributes
  /** Headers of a call whose `traceparent` is continued. Left out, the span begins a trace of its own, or is a child. */
  readonly continues?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
}

/** A piece of work that is being measured. */
export interface OpenSpan {
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** `type` tells failures apart, such as a status or an error code: never a message, which may hold values. */
  fail(type: string): void
  /** Runs work that belongs to the span, with all that it awaits. */
  within<T>(work: () => T): T
  end(): void
}

export interface Tracer {
  /** Begins a trace, or continues the one of a call. */
  begin(start: SpanStart): OpenSpan
  /** Begins a part of the work under way; null outside of any, or where its trace is not recorded. */
  beginChild(start: SpanStart): OpenSpan | null
}

let tracer: Tracer | null = null

/** The tracer of this process; null where traces are not wanted. */
export const activeTracer = (): Tracer | null => tracer

/** Traces from now on; the returned function ends that. */
export function setTracer(next: Tracer): () => void {
  tracer = next
  return () => {
    if (tracer === next) tracer = null
  }
}

/** A failure without its message: the code that the database or Node gives it, else its class. */
export function failureType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Runs work within a span, which ends with it and fails with it. */
export async function runInSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await span.within(work)
  } catch (error) {
    span.fail(failureType(error))
    throw error
  } finally {
    span.end()
  }
}
