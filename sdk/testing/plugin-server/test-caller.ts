import type { AnyEndpoint, CallOf, FailureAnswer, ReplyOf } from '@spawnpoint/sdk/common'
import { CallError } from '../../browser/call-error.ts'

/** The server's answer. @example answer.status // 201 */
export interface TestAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** A client of the server under test. @example await ada.call(listNotes) */
export interface TestCaller<Id extends string | null = string | null> {
  /** Their id, as handlers see it in `actor.id`; null for somebody who is not signed in. */
  readonly id: Id
  /**
   * Calls a declared endpoint as the browser does. Rejects with `CallError` when the server says no; where the code failed,
   * `startPluginServer` puts what was thrown into its `cause`, which test runners print.
   */
  call<E extends AnyEndpoint>(endpoint: E, input?: Omit<CallOf<E>, 'signal'>): Promise<ReplyOf<E>>
  /** Any call, for what no endpoint declares or what a client would never send. */
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>
  /** The cookies as a header. */
  readonly cookie: string
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  value instanceof Object ? { ...value } : {}

const pathOf = (path: string, params: unknown, query: unknown) => {
  const values = record(params)
  const filled = path.replaceAll(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(record(query)))
    for (const each of [value].flat())
      if (each !== undefined && each !== null) search.append(key, String(each))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Finds what the log of the server has of a request by its id; null where it has nothing. */
export type FindCause = (requestId: string) => string | null

const readNothing: FindCause = () => null

function failureOf({ status, body }: TestAnswer, findCause: FindCause): CallError {
  // The one shape of every failure of our server; anything else is read as empty.
  const failure = body as Partial<FailureAnswer>
  const error = new CallError({
    code: failure.error_code ?? 'BAD_ANSWER',
    status,
    ...(failure.message ? { message: failure.message } : {}),
    requestId: failure.request_id ?? null,
    fields: failure.fields,
    details: failure.details,
  })
  // The answer hides it from customers, but without it the author of a test has nothing to go by.
  const logged = status < 500 || error.requestId === null ? null : findCause(error.requestId)
  if (logged !== null) {
    const cause = new Error(logged.split('\n    at ')[0])
    cause.stack = logged
    error.cause = cause
  }
  return error
}

export function createTestCaller<Id extends string | null>(from: {
  readonly url: string
  readonly origin: string
  readonly id: Id
  readonly cookie: string
  readonly findCause?: FindCause
}): TestCaller<Id> {
  const { url, origin, id, cookie, findCause = readNothing } = from
  async function send(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    const isFile = body instanceof Blob
    const headers = {
      origin,
      'sec-fetch-site': 'same-origin',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
    }
    const content = isFile ? body : JSON.stringify(body)
    const options = {
      method,
      headers,
      redirect: 'manual' as const,
      ...(content === undefined ? {} : { body: content }),
    }
    const response = await fetch(url + path, options)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return {
      status: response.status,
      body: isJson ? record(JSON.parse(text)) : { text },
      headers: response.headers,
    }
  }
  return {
    id,
    cookie,
    send,
    async call(endpoint, input) {
      const { params, query, body } = input ?? {}
      const answer = await send(endpoint.method, pathOf(endpoint.path, params, query), body)
      if (answer.status >= 400) throw failureOf(answer, findCause)
      // The server checked it against the endpoint's `reply`.
      return answer.body as never
    },
  }
}
