import type { ReadableStore, UiSettings } from '@spawnpoint/sdk/browser'
import type { PlatformClock } from '../platform/platform.ts'
import { createFrameLimiter } from './frame-limiter.ts'
import { startImageOptimizer, startLazyLoader } from './lazy-loader.ts'

const periodMs = 30_000

/** Runs the clean-ups every 30 seconds until undone. */
const startMemoryCleaner = (clock: PlatformClock, cleanUp: () => void): (() => void) => {
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

export interface PerformanceListeners {
  readonly window: Window & typeof globalThis
  readonly clock: PlatformClock
  readonly settings: ReadableStore<UiSettings>
  readonly cleanUp: () => void
}

/** A listener that runs exactly while it is wanted. */
const createSwitch = (start: () => () => void) => {
  let stop: (() => void) | null = null
  return (isOn: boolean): void => {
    if (isOn === (stop !== null)) return
    if (stop) stop()
    stop = isOn ? start() : null
  }
}

/** Follows the performance group of the settings; returns its undo. */
export const startPerformanceListeners = (options: PerformanceListeners): (() => void) => {
  const { window, clock, settings, cleanUp } = options
  const frames = createFrameLimiter(window)
  const lazy = createSwitch(() => startLazyLoader(window, true))
  const eager = createSwitch(() => startLazyLoader(window, false))
  const images = createSwitch(() => startImageOptimizer(window))
  const memory = createSwitch(() => startMemoryCleaner(clock, cleanUp))
  const follow = (): void => {
    const { performance } = settings.getState()
    frames.limit(performance.frameRateLimit)
    lazy(performance.lazyLoading)
    eager(!performance.lazyLoading)
    images(performance.optimizeImages)
    memory(performance.memoryOptimization)
  }
  follow()
  const unsubscribe = settings.subscribe(follow)
  return () => {
    unsubscribe()
    frames.stop()
    for (const each of [lazy, eager, images, memory]) each(false)
  }
}
