/** A call that failed: what the server said, or `NETWORK` when nobody answered. @example if (error instanceof CallError && error.code === 'COINS_INSUFFICIENT') host.navigate('/earn') */
export class CallError extends Error {
  readonly code: string
  /** HTTP status; 0 when nobody answered. */
  readonly status: number
  readonly requestId: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, string | number>>
  constructor(from: {
    code: string
    status: number
    message?: string
    requestId?: string | null
    fields?: Readonly<Record<string, string>> | undefined
    details?: Readonly<Record<string, string | number>> | undefined
  }) {
    super(from.message ?? from.code)
    this.name = 'CallError'
    this.code = from.code
    this.status = from.status
    this.requestId = from.requestId ?? null
    this.fields = from.fields ?? {}
    this.details = from.details ?? {}
  }
}
