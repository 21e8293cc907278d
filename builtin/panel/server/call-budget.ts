import { PanelError } from '../contract/panel-error.ts'
import type { PanelClock } from './panel-clock.ts'

// A fifth may go out at once and the rest evenly, so that no minute, wherever it starts, holds more than the budget.
const burstShare = 0.2

export const createCallBudget = (perMinute: number, clock: PanelClock, maxWaitMs: number) => {
  const burst = Math.max(1, Math.floor(perMinute * burstShare))
  const intervalMs = 60_000 / Math.max(1, perMinute - burst)
  let due = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY

  const refuse = (retryAfterMs: number): never => {
    throw new PanelError('rate-limited', {
      detail: 'The call budget of the game panel is used up.',
      retryAfterMs,
    })
  }

  return {
    /** Waits for the call's turn; refuses it when the turn is too far away. */
    async take() {
      const now = clock.now()
      if (pausedUntil > now) refuse(pausedUntil - now)
      const next = Math.max(due, now)
      const waitMs = next - (burst - 1) * intervalMs - now
      if (waitMs > maxWaitMs) refuse(waitMs)
      due = next + intervalMs
      if (waitMs <= 0) return
      await clock.sleep(waitMs)
      if (pausedUntil > clock.now()) refuse(pausedUntil - clock.now())
    },
    /** The panel said how long it wants to be left alone. */
    pause(ms: number) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms)
    },
  }
}
