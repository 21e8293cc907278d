import type { SessionFailure, SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { isRecord } from '../../../sdk/common/is-record.ts'
import type { Platform } from '../platform/platform.ts'
import { readBody } from '../read-body.ts'

export type SessionOutcome =
  | { readonly ok: true; readonly snapshot: SessionSnapshot }
  | { readonly ok: false; readonly failure: SessionFailure }

/** No response came: the session could not be started. */
export const startFailed = 'SESSION_START_FAILED'

/** A response without a JSON object, such as a proxy's own page. */
const unreadable = 'SESSION_UNREADABLE'

const entriesOf = (value: unknown) => Object.freeze(isRecord(value) ? { ...value } : {})

export const readPermissions = (value: unknown): readonly string[] =>
  Object.freeze(Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])

const failed = (code: string, status?: number): SessionOutcome => ({ ok: false, failure: { code, status } })

/** Reads an answer of the session call. Below 500 the body decides, whatever the status. */
const readSessionAnswer = async (response: Response): Promise<SessionOutcome> => {
  const { status } = response
  if (status === 503) return failed('SERVER_UNAVAILABLE', status)
  if (status >= 500) return failed('SERVER_ERROR', status)
  const body = await readBody(response)
  if (!body) return failed(unreadable, status)
  const code = typeof body['error_code'] === 'string' ? body['error_code'] : ''
  if (body['success'] !== true || !response.ok) return failed(code || 'SESSION_INVALID', status)
  return {
    ok: true,
    snapshot: Object.freeze({
      user: entriesOf(body['user_info']),
      billing: entriesOf(body['billing']),
      stats: entriesOf(body['stats']),
      permissions: readPermissions(body['permissions']),
    }),
  }
}

const path = '/api/user/session'
const retries = 3
const retryDelayMs = 2000

export interface SessionFetch {
  readonly platform: Pick<Platform, 'fetch' | 'clock'>
  readonly onAnswer: (response: Response) => void
}

const ask = async ({ platform, onAnswer }: SessionFetch): Promise<SessionOutcome> => {
  try {
    const response = await platform.fetch(path, {
      method: 'GET',
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' },
    })
    onAnswer(response)
    return await readSessionAnswer(response)
  } catch {
    // A network failure has no answer to read; it is a failure like the others, and retried.
    return { ok: false, failure: { code: startFailed } }
  }
}

/** A time-out and a rate limit, which a proxy may answer in the server's place, say nothing about the session. */
const temporaryStatuses: readonly number[] = [408, 429]

/** The specification excludes a 503, and an authentication failure is final. */
const isWorthRetrying = (outcome: SessionOutcome): boolean => {
  if (outcome.ok) return false
  const { code, status } = outcome.failure
  if (status === undefined || code === unreadable || temporaryStatuses.includes(status)) return true
  return status >= 500 && status !== 503
}

export const fetchSession = async (options: SessionFetch): Promise<SessionOutcome> => {
  const { clock } = options.platform
  let outcome = await ask(options)
  for (let retry = 0; retry < retries && isWorthRetrying(outcome); retry += 1) {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, retryDelayMs))
    outcome = await ask(options)
  }
  return outcome
}
