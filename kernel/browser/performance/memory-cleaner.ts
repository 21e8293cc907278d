import type { PlatformClock } from '../platform/platform.ts'

const periodMs = 30_000

/** Runs the clean-ups every 30 seconds until undone. */
export const startMemoryCleaner = (clock: PlatformClock, cleanUp: () => void): (() => void) => {
  let timer = 0
  const next = (): void => {
    timer = clock.setTimeout(() => {
      cleanUp()
      next()
    }, periodMs)
  }
  next()
  return () => clock.clearTimeout(timer)
}
