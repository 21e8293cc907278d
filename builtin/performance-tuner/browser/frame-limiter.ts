const threshold = 60

/** Slows `requestAnimationFrame` down while the limit is under 60; at 60 and above the browser's own is back. */
export const createFrameLimiter = (
  window: Window,
): { limit(framesPerSecond: number): void; stop(): void } => {
  const native = window.requestAnimationFrame
  const nativeCancel = window.cancelAnimationFrame
  const waiting = new Map<number, number>()
  // Ids of our own are below zero: the browser's are above it, and some of those may still be waiting.
  let lastId = 0

  const throttled = (framesPerSecond: number): typeof native => {
    const interval = 1000 / framesPerSecond
    let last = Number.NEGATIVE_INFINITY
    let frameAt = Number.NaN
    return (callback) => {
      lastId -= 1
      const id = lastId
      const wait = (at: number): void => {
        // All callbacks of one drawn frame run together. One millisecond of grace: frames come a little early.
        if (at !== frameAt && at - last < interval - 1) {
          waiting.set(id, native.call(window, wait))
          return
        }
        if (at !== frameAt) last = at
        frameAt = at
        waiting.delete(id)
        callback(at)
      }
      waiting.set(id, native.call(window, wait))
      return id
    }
  }
  const restore = (): void => {
    window.requestAnimationFrame = native
    window.cancelAnimationFrame = nativeCancel
  }
  return {
    limit: (framesPerSecond) => {
      if (framesPerSecond >= threshold) return restore()
      window.requestAnimationFrame = throttled(framesPerSecond)
      window.cancelAnimationFrame = (id) => nativeCancel.call(window, waiting.get(id) ?? id)
    },
    stop: restore,
  }
}
