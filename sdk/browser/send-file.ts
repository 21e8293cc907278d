import { generatePath } from 'react-router-dom'
import type { AnyEndpoint, FailureAnswer, ReplyOf } from '@spawnpoint/sdk/common'
import { isRecord } from '../common/is-record.ts'
import { CallError } from './call-error.ts'
import { formWatch } from './connection.ts'
import { frameWays } from './frame-ways.ts'

/** A file on its way to an endpoint that takes a form. @example const input: SendFileInput = { file, onProgress: (share) => setShare(share) } */
export interface SendFileInput {
  readonly file: File
  readonly params?: Readonly<Record<string, string>>
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>
  /** From 0 to 1; at 1 everything is sent and the server works on it. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

const formOf = ({ file, fields = {} }: SendFileInput): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

const bodyOf = ({ responseText }: XMLHttpRequest): unknown => {
  try {
    return JSON.parse(responseText)
  } catch {
    // A proxy on the way answers pages of its own; the status says enough.
    return null
  }
}

function readAnswer({ status }: XMLHttpRequest, body: unknown): unknown {
  if (status < 300 && isRecord(body) && body['success'] === true) return body
  // The one shape of every failure of our server; anything else is read as empty.
  const failure = (isRecord(body) ? body : {}) as Partial<FailureAnswer>
  const code = failure.error_code ?? (status === 413 ? 'TOO_LARGE' : 'BAD_ANSWER')
  throw new CallError({
    code: status === 503 && !failure.error_code ? 'UNAVAILABLE' : code,
    status,
    ...(failure.message ? { message: failure.message } : {}),
    requestId: failure.request_id ?? null,
    fields: failure.fields,
    details: failure.details,
  })
}

/** Status and headers as `fetch` would answer them. */
const responseOf = (request: XMLHttpRequest): Response => {
  const lines = request.getAllResponseHeaders().split('\r\n')
  const headers = lines
    .map(
      (line) =>
        [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as [string, string],
    )
    .filter(([name]) => name !== '')
  return new Response(null, { status: request.status, headers })
}

const sendDirectly = <E extends AnyEndpoint>(endpoint: E, input: SendFileInput): Promise<ReplyOf<E>> =>
  new Promise((resolve, reject) => {
    const { onProgress, params, signal } = input
    // `fetch` tells nobody how much of a body is sent.
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(signal?.reason)
    }
    if (signal?.aborted) return abort()
    const url = params ? generatePath(endpoint.path, params) : endpoint.path
    const form = formOf(input)
    const answered = formWatch.start?.(endpoint, url, form)
    signal?.addEventListener('abort', abort, { once: true })
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => {
      answered?.(null, null)
      reject(new CallError({ code: 'NETWORK', status: 0 }))
    })
    request.addEventListener('load', () => {
      try {
        const body = bodyOf(request)
        answered?.(responseOf(request), body)
        // The endpoint's types say what the server answers.
        resolve(readAnswer(request, body) as ReplyOf<E>)
      } catch (error) {
        reject(error)
      }
    })
    request.open(endpoint.method, url)
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
  })

type SendForm = NonNullable<typeof frameWays.sendForm>

/** From a frame: the page tells nothing of how far it is. */
const sendThroughPage = (send: SendForm, endpoint: AnyEndpoint, input: SendFileInput): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { onProgress, params, signal } = input
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const finish = () => signal?.removeEventListener('abort', abort)
    const sent = send(endpoint, formOf(input), params).finally(finish)
    sent.then((reply) => {
      onProgress?.(1)
      resolve(reply)
    }, reject)
  })

/**
 * Sends a file to an endpoint whose `accepts` is `FORM_DATA`, and says how far it is, which `call` cannot. Throws
 * `CallError`, or the reason of the signal.
 *
 * @example const { id } = await sendFile(attachFile, { file, onProgress: setShare, signal })
 */
export const sendFile = <E extends AnyEndpoint>(endpoint: E, input: SendFileInput): Promise<ReplyOf<E>> =>
  // The endpoint's types say what the server answers.
  frameWays.sendForm
    ? (sendThroughPage(frameWays.sendForm, endpoint, input) as Promise<ReplyOf<E>>)
    : sendDirectly(endpoint, input)
