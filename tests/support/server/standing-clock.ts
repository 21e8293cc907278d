import type { ClockService } from '@spawnpoint/sdk/server'

/** A clock that begins at the moment of the test and moves only when it is told to. */
export const createStandingClock = (): ClockService & { advance(ms: number): void } => {
  let now = Date.now()
  return { now: () => new Date(now), advance: (ms) => void (now += ms) }
}
