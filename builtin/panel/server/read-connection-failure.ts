import { PanelError } from '../contract/panel-error.ts'

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])
const beforeSending = /^(ERR_TLS_|ERR_SSL_|CERT_)/

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : ''
}

const describe = (error: unknown, code: string) => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'The game panel did not answer in time.'
  return code === ''
    ? 'The connection to the game panel broke.'
    : `The connection to the game panel failed (${code}).`
}

/** A write whose request may have reached the panel has an unknown outcome; anything else simply did not happen. */
export const readConnectionFailure = (error: unknown, isWrite: boolean): PanelError => {
  const code = codeOf(error)
  const sent = !neverSent.has(code) && !beforeSending.test(code)
  return new PanelError(isWrite && sent ? 'unknown-outcome' : 'unavailable', {
    detail: describe(error, code),
    code: code === '' ? undefined : code,
  })
}
