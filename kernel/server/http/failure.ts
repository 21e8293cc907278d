import type { FailureAnswer } from '@spawnpoint/sdk/common'
// Not from the entry, which loads the query builder: a plugin's worker starts in half the time without it.
import { EndpointFailure } from '../../../sdk/server/answer.ts'
import { GateClosedError } from '../../common/hooks/gate.ts'
import { findErrorCode, isDatabaseUnavailable, isStorageFull } from '../database/error-code.ts'

/** When a client may ask again after a 503. */
export const RETRY_AFTER_SECONDS = '2'

/** The kernel's own failures and their statuses. */
export const KERNEL_FAILURES = {
  BAD_JSON: 400,
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  TW0_FA_BLOCKED: 401,
  FORBIDDEN: 403,
  FOREIGN_ORIGIN: 403,
  REAUTHENTICATION_REQUIRED: 403,
  REQUIRED_STEP_OPEN: 403,
  NOT_FOUND: 404,
  FEATURE_OFF: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  CONTENT_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  PLUGIN_STOPPED: 503,
  STORAGE_FULL: 503,
  E_MAINTENANCE: 503,
} as const

export type KernelFailure = keyof typeof KERNEL_FAILURES

export const kernelFailure = (
  code: KernelFailure,
  fields?: Readonly<Record<string, string>>,
): EndpointFailure => new EndpointFailure(code, KERNEL_FAILURES[code], fields ? { fields } : {})

// Lock time-outs, deadlocks and cancellations: the client may retry.
const CROWDED = new Set(['40001', '40P01', '55P03', '57014'])
// PostgreSQL's codes for text it cannot store: the client's mistake.
const BAD_TEXT = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008', '22009'])

/** Turns anything thrown into a failure with a code; what nobody declared is INTERNAL, and a fault of its plugin. */
export function failureOf(error: unknown): { readonly failure: EndpointFailure; readonly isFault: boolean } {
  const failure = asFailure(error)
  return { failure, isFault: failure.code === 'INTERNAL' }
}

function asFailure(error: unknown): EndpointFailure {
  if (error instanceof EndpointFailure) return error
  // Its plugin is being switched off this very moment.
  if (error instanceof GateClosedError) return kernelFailure('UNAVAILABLE')
  if (isStorageFull(error)) return kernelFailure('STORAGE_FULL')
  const code = findErrorCode(error) ?? ''
  if (isDatabaseUnavailable(error) || CROWDED.has(code)) return kernelFailure('UNAVAILABLE')
  if (BAD_TEXT.has(code)) return kernelFailure('VALIDATION')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return kernelFailure('TOO_LARGE')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return kernelFailure('CONTENT_TYPE')
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (status === 400 || code.startsWith('FST_ERR_CTP')) return kernelFailure('BAD_JSON')
  return kernelFailure('INTERNAL')
}

export const failureAnswer = (
  failure: EndpointFailure,
  message: string,
  requestId: string,
): FailureAnswer => ({
  success: false,
  error_code: failure.code,
  message,
  request_id: requestId,
  ...(failure.fields ? { fields: failure.fields } : {}),
  ...(failure.details ? { details: failure.details } : {}),
})
