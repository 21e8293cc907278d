import { randomUUID } from 'node:crypto'
import type { ConsoleLine } from '../../contract/console.ts'

export const linesKept = 500
const longestLine = 4_000
const mostPerSecond = 2_000

/** How many lines at the beginning of `replay` are those that `known` ends with. */
export const overlap = (known: readonly string[], replay: readonly string[]): number => {
  for (let count = Math.min(known.length, replay.length); count > 0; count -= 1) {
    const from = known.length - count
    if (replay.slice(0, count).every((text, index) => text === known[from + index])) return count
  }
  return 0
}

/** The last lines of a console, numbered; and those that nobody was shown yet. */
export const createConsoleLog = (now: () => number) => {
  const epoch = randomUUID()
  let lines: ConsoleLine[] = []
  let fresh: ConsoleLine[] = []
  let dropped = 0
  let n = 0
  let second = { startsAt: Number.NEGATIVE_INFINITY, count: 0 }

  /** False for what comes faster than anybody can read. */
  const isWithinPace = () => {
    if (now() - second.startsAt >= 1_000) second = { startsAt: now(), count: 0 }
    second.count += 1
    return second.count <= mostPerSecond
  }

  return {
    epoch,
    add(text: string, from: ConsoleLine['from']) {
      if (!isWithinPace()) {
        dropped += 1
        return
      }
      n += 1
      const line = { n, text: text.slice(0, longestLine), from }
      // Cut now and then only: copying the list for each line would cost more than keeping twice as many.
      lines.push(line)
      if (lines.length >= 2 * linesKept) lines = lines.slice(-linesKept)
      fresh.push(line)
    },
    latest: (): readonly ConsoleLine[] => lines.slice(-linesKept),
    isEmpty: () => lines.length === 0,
    texts: (): readonly string[] => lines.map(({ text }) => text),
    /** The lines since it was asked last; null where there are none. */
    take() {
      if (fresh.length === 0 && dropped === 0) return null
      const taken = { lines: fresh, dropped }
      fresh = []
      dropped = 0
      return taken
    },
  }
}

export type ConsoleLog = ReturnType<typeof createConsoleLog>
