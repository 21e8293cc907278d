/** How the page runs: times in milliseconds, sizes in bytes; null where the browser does not tell. */
export interface Measurement {
  readonly frame: number
  readonly slowFrame: number
  readonly longFrames: number
  readonly interaction: number | null
  readonly downloaded: number
  readonly memory: number | null
}

type Browser = Window & typeof globalThis

const longMs = 50

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The gaps between frames for so long, while the page scrolls down and up, so that there is something to draw. */
const recordFrames = (window: Browser, ms: number): Promise<readonly number[]> =>
  new Promise((resolve) => {
    const gaps: number[] = []
    const top = window.scrollY
    const room = window.document.documentElement.scrollHeight - window.innerHeight
    let first = Number.NaN
    let last = Number.NaN
    const next = (now: number): void => {
      if (Number.isNaN(first)) first = now
      else gaps.push(now - last)
      last = now
      const share = (now - first) / ms
      if (share >= 1) {
        window.scrollTo({ top, behavior: 'instant' })
        resolve(gaps)
        return
      }
      window.scrollTo({ top: room * Math.sin(share * Math.PI), behavior: 'instant' })
      window.requestAnimationFrame(next)
    }
    window.requestAnimationFrame(next)
  })

const sizeOf = (entry: PerformanceEntry): number =>
  'transferSize' in entry && typeof entry.transferSize === 'number' ? entry.transferSize : 0

/** Bytes over the network since the page was opened. */
export const countBytes = ({ performance }: Browser): number =>
  ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((total, entry) => total + sizeOf(entry), 0)

const readMemory = ({ performance }: Browser): number | null => {
  // Chromium's alone, and in no type.
  const { memory } = performance as Performance & { readonly memory?: { readonly usedJSHeapSize: number } }
  return memory?.usedJSHeapSize ?? null
}

/** Below it no browser reports an interaction. */
const durationThreshold = 16

/** Follows the slowest answer to a click or key from now on, or since the page was opened; `stop` ends it. */
export const watchInteractions = (
  { PerformanceObserver }: Browser,
  { buffered }: { readonly buffered: boolean },
): { slowest: () => number | null; stop: () => void } => {
  let slowest: number | null = null
  if (!PerformanceObserver?.supportedEntryTypes?.includes('event'))
    return { slowest: () => null, stop: () => undefined }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId) slowest = Math.max(slowest ?? 0, entry.duration)
  })
  // Not in the types of the DOM yet.
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered,
    durationThreshold,
  }
  observer.observe(options)
  return { slowest: () => slowest, stop: () => observer.disconnect() }
}

/** Measures for so long: what was before does not count, so that a setting can make it better. */
export async function measure(window: Browser, { ms }: { readonly ms: number }): Promise<Measurement> {
  const interactions = watchInteractions(window, { buffered: false })
  const before = countBytes(window)
  const gaps = (await recordFrames(window, ms)).toSorted((a, b) => a - b)
  interactions.stop()
  return {
    frame: at(gaps, 0.5),
    slowFrame: at(gaps, 0.95),
    longFrames: gaps.filter((gap) => gap > longMs).length,
    interaction: interactions.slowest(),
    downloaded: countBytes(window) - before,
    memory: readMemory(window),
  }
}
