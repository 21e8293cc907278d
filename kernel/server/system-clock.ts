import type { Clock } from '../common/hooks/clock.ts'

const startedAt = performance.timeOrigin

/**
 * Time since the process started, counted from the machine's clock of then: a clock that is set back while the product
 * runs must not keep an answer, or a plugin switched off, for as long.
 */
export const systemClock: Clock = {
  now: () => startedAt + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  // Only what setTimeout above returned comes back here.
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}
