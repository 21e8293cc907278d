import type { BuildReason } from '@spawnpoint/contracts/server-queue'
import { isPanelError, type PanelError, type PanelFailure } from '@spawnpoint/contracts/panel'

/** Result of an attempt that built nothing. */
export type Outcome = {
  readonly kind: 'wait' | 'fail'
  readonly reason: BuildReason
  readonly detail: string | null
  readonly afterMs?: number | undefined
}

/** Ends an attempt with an outcome. */
export class BuildStopped extends Error {
  override readonly name = 'BuildStopped'
  readonly outcome: Outcome

  constructor(kind: Outcome['kind'], reason: BuildReason, more: { detail?: string; afterMs?: number } = {}) {
    super(`${kind}: ${reason}`)
    this.outcome = { kind, reason, detail: more.detail ?? null, afterMs: more.afterMs }
  }
}

/** Another worker has taken the build over: this one must write nothing any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const byReason: Record<PanelFailure, readonly [Outcome['kind'], BuildReason]> = {
  unavailable: ['wait', 'PANEL_UNAVAILABLE'],
  'rate-limited': ['wait', 'PANEL_BUSY'],
  unauthorized: ['wait', 'PANEL_KEY_REFUSED'],
  'unknown-outcome': ['wait', 'PANEL_UNCLEAR'],
  // The external id is taken: by this very build. The next attempt finds it.
  conflict: ['wait', 'PANEL_UNCLEAR'],
  'not-found': ['fail', 'PANEL_MISSING'],
  invalid: ['fail', 'PANEL_REFUSED'],
}

const isFull = ({ code }: PanelError) => code?.startsWith('NoViable') ?? false

/** Maps an error to the build's next step. After an unexpected error the build waits, and nothing is lost. */
export const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof BuildStopped) return error.outcome
  if (!isPanelError(error)) return { kind: 'wait', reason: 'TROUBLE', detail: null }
  const [kind, reason] = byReason[error.reason]
  return {
    kind,
    reason: isFull(error) ? 'PANEL_FULL' : reason,
    detail: error.detail,
    afterMs: error.retryAfterMs,
  }
}

const shortestWaitMs = 2_000
const longestWaitMs = 120_000
const longestAskedWaitMs = 600_000

/** How long until the next attempt: what the panel asked for, else twice as long each time. */
export const waitMs = ({ afterMs }: Outcome, attempts: number): number =>
  afterMs === undefined
    ? Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(attempts - 1, 10))
    : Math.min(longestAskedWaitMs, Math.max(shortestWaitMs, afterMs))
