import type { Clock } from '../common/hooks/clock.ts'

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  // Only what setTimeout above returned comes back here.
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}
