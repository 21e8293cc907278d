import type { ConsoleLink } from '../../contract/console.ts'

/** Time as a console sees it; tests bring their own. */
export interface RelayTimers {
  /** The time of the day, which people are shown. */
  now(): number
  /** Goes forward alone, whoever sets the clock of the machine. */
  steady(): number
  /** Runs once after so many milliseconds; the returned function prevents that. */
  after(ms: number, run: () => void): () => void
}

export const realTimers: RelayTimers = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

// Pelican, and Pterodactyl from 1.12 on, hand out five tokens a minute for a server, to all who watch it together.
const waitsMs = [3_000, 6_000, 12_000, 20_000] as const

/** The pause before the n-th try, counted from zero. */
export const waitBefore = (tries: number): number => waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 20_000

export const connecting: ConsoleLink = { state: 'connecting', problem: null, retryAt: null }
export const live: ConsoleLink = { state: 'live', problem: null, retryAt: null }
