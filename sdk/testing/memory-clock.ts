import type { PlatformClock } from '../../kernel/browser/platform/platform.ts'

interface Timer {
  readonly id: number
  readonly at: number
  readonly run: () => void
}

export type MemoryClock = PlatformClock & {
  /** Moves time on and runs what falls due, in order, letting promises settle in between. */
  advance(ms: number): Promise<void>
}

/** Long enough for chains of promises between two timers. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

export const createMemoryClock = (start = 0): MemoryClock => {
  let now = start
  let count = 0
  let timers: readonly Timer[] = []
  const setTimer = (run: () => void, ms: number): number => {
    count += 1
    timers = [...timers, { id: count, at: now + ms, run }]
    return count
  }
  const nextUntil = (end: number): Timer | undefined =>
    timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at || a.id - b.id)[0]
  return {
    now: () => now,
    setTimeout: setTimer,
    clearTimeout: (id) => {
      timers = timers.filter((timer) => timer.id !== id)
    },
    requestFrame: (run) => void setTimer(run, 16),
    advance: async (ms) => {
      const end = now + ms
      await settle()
      for (let due = nextUntil(end); due; due = nextUntil(end)) {
        const { id, at, run } = due
        timers = timers.filter((timer) => timer.id !== id)
        now = at
        run()
        await settle()
      }
      now = end
    },
  }
}
