import { PanelError } from '../contract/panel-error.ts'
import type { PanelClock } from './panel-clock.ts'
import type { Pace, SharedTurns, Turn } from './shared-turns.ts'

// A fifth may go out at once and the rest evenly, so that no minute, wherever it starts, holds more than the budget.
const burstShare = 0.2

const paceOf = (perMinute: number, maxWaitMs: number): Pace => {
  const burst = Math.max(1, Math.floor(perMinute * burstShare))
  return { burst, intervalMs: 60_000 / Math.max(1, perMinute - burst), maxWaitMs }
}

interface CallBudgetOptions {
  readonly perMinute: number
  readonly clock: PanelClock
  readonly maxWaitMs: number
  /** Turns that other processes take too; without them the budget is this client's alone. */
  readonly shared?: SharedTurns | undefined
}

export const createCallBudget = ({ perMinute, clock, maxWaitMs, shared }: CallBudgetOptions) => {
  const whole = paceOf(perMinute, maxWaitMs)
  let due = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY

  const refuse = (retryAfterMs: number): never => {
    throw new PanelError('rate-limited', {
      detail: 'The call budget of the game panel is used up.',
      retryAfterMs,
    })
  }

  /** The turn within this process, on a clock that nobody sets. */
  const takeOwn = ({ burst, intervalMs }: Pace): Turn => {
    const now = clock.now()
    const next = Math.max(due, now)
    const waitMs = next - (burst - 1) * intervalMs - now
    const isTooFar = waitMs > maxWaitMs
    if (!isTooFar) due = next + intervalMs
    return { waitMs, isTooFar, pausedMs: 0 }
  }

  const takeBoth = async (turns: SharedTurns): Promise<Turn> => {
    const ours = await turns.take(whole)
    if (!ours) return takeOwn(paceOf(perMinute * turns.share(), maxWaitMs))
    if (ours.isTooFar) return ours
    const own = takeOwn(whole)
    return { waitMs: Math.max(ours.waitMs, own.waitMs), isTooFar: own.isTooFar, pausedMs: 0 }
  }

  const keepPause = (ms: number) => {
    pausedUntil = Math.max(pausedUntil, clock.now() + ms)
  }
  const refusePaused = () => {
    const now = clock.now()
    if (pausedUntil > now) refuse(pausedUntil - now)
  }

  return {
    /** Waits for the call's turn; refuses it when the turn is too far away. */
    async take() {
      refusePaused()
      const { waitMs, isTooFar, pausedMs } = shared ? await takeBoth(shared) : takeOwn(whole)
      keepPause(pausedMs)
      refusePaused()
      if (isTooFar) refuse(waitMs)
      if (waitMs <= 0) return
      await clock.sleep(waitMs)
      // Another process may have been told meanwhile.
      if (shared) keepPause(await shared.pausedMs())
      refusePaused()
    },
    /** The panel said how long it wants to be left alone: by all processes. */
    async pause(ms: number) {
      keepPause(ms)
      if (ms > 0) await shared?.pause(ms)
    },
  }
}
