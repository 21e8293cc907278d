import type { ClockService } from '@spawnpoint/sdk/server'

export interface MovableClock extends ClockService {
  /** Runs the work at another time of day. */
  at<R>(moment: Date, work: () => Promise<R>): Promise<R>
}

/** The time of day, but for the while in which somebody asks for another. */
export function createMovableClock(): MovableClock {
  let shown: Date | null = null
  const clock: ClockService = { now: () => (shown ? new Date(shown) : new Date()) }
  return {
    ...clock,
    async at<R>(moment: Date, work: () => Promise<R>): Promise<R> {
      const before = shown
      shown = moment
      try {
        return await work()
      } finally {
        shown = before
      }
    },
  }
}
