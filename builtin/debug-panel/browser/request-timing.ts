import type { TraceEntry } from '@spawnpoint/sdk/browser'

/** Parts of the time that a request took, in milliseconds, and bytes on the wire. */
export interface RequestTiming {
  readonly waiting: number
  readonly download: number
  readonly bytes: number
}

// The answer is read, and noted here, a little after its last byte.
const LATEST_MS = 2_000

/** The measurement of the browser that belongs to a request: the last one of its address that ended before it was noted. */
export function timingOf(
  { at, detail }: TraceEntry,
  {
    timeOrigin,
    entries,
  }: { readonly timeOrigin: number; readonly entries: readonly PerformanceResourceTiming[] },
): RequestTiming | null {
  const { url } = detail
  if (typeof url !== 'string') return null
  const found = entries.findLast(({ name, responseEnd }) => {
    const ended = timeOrigin + responseEnd
    return name.endsWith(url) && ended <= at + 1 && ended > at - LATEST_MS
  })
  if (!found) return null
  return {
    waiting: found.responseStart - found.requestStart,
    download: found.responseEnd - found.responseStart,
    bytes: found.transferSize,
  }
}

/** The measurements of the browser in this tab. */
export const readMeasured = () => ({
  timeOrigin: performance.timeOrigin,
  // The only entries of this type.
  entries: performance.getEntriesByType?.('resource') as PerformanceResourceTiming[],
})
