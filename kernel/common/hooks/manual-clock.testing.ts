import type { Clock } from './clock.ts'

/** Time that stands still until moved. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>
  /** Timers that neither ran nor were cleared. */
  pending(): number
}

// A whole turn of the event loop: all promise work done so far has settled.
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

export const createManualClock = (): ManualClock => {
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>()
  let time = 1_000_000
  let count = 0
  return {
    now: () => time,
    setTimeout: (run, ms) => {
      count += 1
      timers.set(count, { at: time + ms, run })
      return count
    },
    clearTimeout: (handle) => {
      if (typeof handle === 'number') timers.delete(handle)
    },
    pending: () => timers.size,
    advance: async (ms) => {
      const end = time + ms
      await turn()
      for (;;) {
        const [next] = [...timers].sort(([, a], [, b]) => a.at - b.at).filter(([, { at }]) => at <= end)
        if (!next) break
        timers.delete(next[0])
        time = next[1].at
        next[1].run()
        await turn()
      }
      time = end
    },
  }
}
