import type { ClockService } from '@spawnpoint/sdk/server'

/** The time of day, but for the while in which somebody asks for another. */
export function createMovableClock() {
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

export type MovableClock = ReturnType<typeof createMovableClock>
