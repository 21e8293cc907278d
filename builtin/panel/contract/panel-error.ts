export type PanelFailure =
  | 'unavailable'
  | 'rate-limited'
  | 'unauthorized'
  | 'not-found'
  | 'invalid'
  | 'conflict'
  | 'unknown-outcome'

type PanelErrorParts = {
  detail: string
  retryAfterMs?: number | undefined
  code?: string | undefined
  field?: string | undefined
}

/**
 * Every failure of the game panel. `unknown-outcome` means that a write was sent and nobody knows what became of it:
 * look the thing up by its external id before trying again.
 */
export class PanelError extends Error {
  override readonly name = 'PanelError'
  readonly reason: PanelFailure
  /** Safe to show to staff: never holds the key, nor a page of HTML. */
  readonly detail: string
  readonly retryAfterMs: number | undefined
  /** The panel's own error code, for instance `NoViableNodeException`. */
  readonly code: string | undefined
  /** The first field that the panel refused. */
  readonly field: string | undefined

  constructor(reason: PanelFailure, { detail, retryAfterMs, code, field }: PanelErrorParts) {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
    this.retryAfterMs = retryAfterMs
    this.code = code
    this.field = field
  }
}

export const isPanelError = (error: unknown, ...reasons: PanelFailure[]): error is PanelError =>
  error instanceof PanelError && (reasons.length === 0 || reasons.includes(error.reason))
