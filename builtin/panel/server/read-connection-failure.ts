import { PanelError } from '../contract/panel-error.ts'

export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const describe = (error: unknown, code: string) => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'The game panel did not answer in time.'
  if (code === ANSWER_TOO_LARGE) return 'The game panel sent an answer that is too large.'
  return code === ''
    ? 'The connection to the game panel broke.'
    : `The connection to the game panel failed (${code}).`
}

/** A write whose request may have reached the panel has an unknown outcome; anything else simply did not happen. */
export const readConnectionFailure = (error: unknown, isSentWrite: boolean): PanelError => {
  const code = codeOf(error)
  return new PanelError(isSentWrite ? 'unknown-outcome' : 'unavailable', {
    detail: describe(error, code),
    code: code === '' ? undefined : code,
  })
}
