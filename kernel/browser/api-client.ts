import { CallError, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint, FailureAnswer } from '@spawnpoint/sdk/common'
import type { FormWatch } from '../../sdk/browser/connection.ts'
import { isRecord } from '../../sdk/common/is-record.ts'
import { hideSecrets, isSecretName } from '../../sdk/common/secret-names.ts'
import { fillPath } from './call-path.ts'
import type { Platform } from './platform/platform.ts'
import { readBody } from './read-body.ts'
import type { Trace } from './trace.ts'

/** Codes and keys that a person types are secrets too; a failure's code is not. */
const isHidden = (name: string) => isSecretName(name) || (/code|key/i.test(name) && name !== 'error_code')

/** A copy for the debug panel. */
const redact = (value: unknown) => hideSecrets(value, { isHidden, longestList: 50 })

export interface ApiClientOptions {
  readonly platform: Pick<Platform, 'fetch' | 'clock'>
  readonly trace: Pick<Trace, 'add'>
  readonly onAnswer: (response: Response) => void
  /** The server no longer knows this tab. */
  readonly onUnauthenticated: () => void
}

type Input = Readonly<{ params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal }>

const queryOf = (query: unknown): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(isRecord(query) ? query : {}))
    for (const each of [value].flat())
      if (each !== undefined && each !== null) search.append(key, String(each))
  const text = search.toString()
  return text ? `?${text}` : ''
}

const requestOf = ({ method }: AnyEndpoint, { body, signal }: Input): RequestInit => {
  const isForm = body instanceof FormData || body instanceof Blob
  return {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
}

const failureOf = (response: Response, body: Readonly<Record<string, unknown>> | null): CallError => {
  // The one shape of every failure of our server; anything else is read as empty.
  const failure = (body ?? {}) as Partial<FailureAnswer>
  return new CallError({
    code: failure.error_code ?? (response.status === 503 ? 'UNAVAILABLE' : 'BAD_ANSWER'),
    status: response.status,
    ...(failure.message ? { message: failure.message } : {}),
    requestId: failure.request_id ?? null,
    fields: failure.fields,
    details: failure.details,
  })
}

const fileFacts = (file: Blob) => ({
  file: file instanceof File ? file.name : '',
  type: file.type,
  bytes: file.size,
})

/** A body as it is shown: of a file what it is, not what it holds. */
const shownBody = (body: unknown) => {
  if (body instanceof Blob) return { request: fileFacts(body), contentType: body.type }
  if (!(body instanceof FormData)) return { request: redact(body) }
  const fields = [...new Set(body.keys())].map((name) => {
    const values = body.getAll(name).map((value) => (typeof value === 'string' ? value : fileFacts(value)))
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return { request: redact(Object.fromEntries(fields)), contentType: 'multipart/form-data' }
}

/** Begins the record of a call; what it returns ends it. */
const createRecord =
  ({ platform: { clock }, trace }: Pick<ApiClientOptions, 'platform' | 'trace'>) =>
  ({ method }: AnyEndpoint, url: string, body: unknown) => {
    const startedAt = clock.now()
    return (answer: object): void =>
      trace.add({
        kind: 'network',
        title: String(redact(`${method} ${url}`)),
        detail: { url: redact(url), method, ms: clock.now() - startedAt, ...shownBody(body), ...answer },
      })
  }

const answerOf = (response: Response, body: unknown) => ({
  status: response.status,
  requestId: response.headers.get('x-request-id'),
  response: redact(body),
})

/** Reads the answers of the files that go past the client. */
export const createFormWatch = (options: ApiClientOptions): FormWatch => {
  const begin = createRecord(options)
  return (endpoint, url, form) => {
    const record = begin(endpoint, url, form)
    return (response, body) => {
      if (!response) return record({ status: 0, response: 'no answer' })
      options.onAnswer(response)
      record(answerOf(response, body))
      if (isRecord(body) && body['error_code'] === 'UNAUTHENTICATED') options.onUnauthenticated()
    }
  }
}

/** The typed client: needs of an endpoint only its method and path. */
export const createApiClient = (options: ApiClientOptions) => {
  const { platform, onAnswer, onUnauthenticated } = options
  const begin = createRecord(options)

  const call = async (endpoint: AnyEndpoint, input: Input = {}): Promise<unknown> => {
    const url = fillPath(endpoint.path, input.params) + queryOf(input.query)
    const record = begin(endpoint, url, input.body)
    const response = await platform.fetch(url, requestOf(endpoint, input)).catch((error: unknown) => {
      if (input.signal?.aborted) throw error
      record({ status: 0, response: String(error) })
      throw new CallError({ code: 'NETWORK', status: 0 })
    })
    onAnswer(response)
    const body = await readBody(response)
    record(answerOf(response, body))
    if (!response.ok || body?.['success'] !== true) {
      const failure = failureOf(response, body)
      if (failure.code === 'UNAUTHENTICATED') onUnauthenticated()
      throw failure
    }
    const { success: _success, ...reply } = body
    return reply
  }
  // The endpoint's types say what the server answers; both sides are built from the same declaration.
  return call as BrowserHost['call']
}
