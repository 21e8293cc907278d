import type { SessionFailure, SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { isRecord } from '../../../sdk/common/is-record.ts'
import { readBody } from '../read-body.ts'

export type SessionOutcome =
  | { readonly ok: true; readonly snapshot: SessionSnapshot }
  | { readonly ok: false; readonly failure: SessionFailure }

/** No response came: the session could not be started. */
export const startFailed = 'SESSION_START_FAILED'

/** A response without a JSON object, such as a proxy's own page. */
export const unreadable = 'SESSION_UNREADABLE'

const entriesOf = (value: unknown) => Object.freeze(isRecord(value) ? { ...value } : {})

export const readPermissions = (value: unknown): readonly string[] =>
  Object.freeze(Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])

const failed = (code: string, status?: number): SessionOutcome => ({ ok: false, failure: { code, status } })

/** Reads an answer of the session call. Below 500 the body decides, whatever the status. */
export const readSessionAnswer = async (response: Response): Promise<SessionOutcome> => {
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
