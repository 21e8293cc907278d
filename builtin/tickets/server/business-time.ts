import type { WeeklySchedule } from '@spawnpoint/sdk/resource'
import { readOpening } from './opening-hours.ts'

interface Span {
  readonly from: number
  readonly to: number
}

// A week with one open minute would be walked for years.
const MOST_SPANS = 2_000

/** Open time from a moment on; a department without opening hours is always open. */
function* openSpans(week: WeeklySchedule | null, from: number): Generator<Span> {
  let at = from
  for (let count = 0; count < MOST_SPANS; count += 1) {
    const state = week && readOpening(week, new Date(at))
    if (!state) {
      yield { from: at, to: Infinity }
      return
    }
    const end = state.changesAt.getTime()
    if (state.open) yield { from: at, to: end }
    at = end
  }
}

/** The moment at which that much open time has passed; null where it lies too far ahead. */
export function addOpenTime(week: WeeklySchedule | null, from: number, ms: number): number | null {
  let left = ms
  for (const span of openSpans(week, from)) {
    if (span.to - span.from >= left) return span.from + left
    left -= span.to - span.from
  }
  return null
}

/** Open time between two moments, counted up to `most`. */
export function openTimeBetween(week: WeeklySchedule | null, { from, to }: Span, most: number): number {
  let sum = 0
  for (const span of openSpans(week, from)) {
    if (span.from >= to || sum >= most) break
    sum += Math.min(span.to, to) - span.from
  }
  return Math.min(sum, most)
}
