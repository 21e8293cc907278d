import type { ReadableStore, UiSettings } from '@spawnpoint/sdk/browser'
import type { PlatformClock } from '../platform/platform.ts'
import { createFrameLimiter } from './frame-limiter.ts'
import { startLazyLoader } from './lazy-loader.ts'

const optimize = (image: HTMLImageElement): void => {
  if (!image.hasAttribute('loading')) image.loading = 'lazy'
  if (!image.hasAttribute('decoding')) image.decoding = 'async'
}

/** Pictures decode off the main thread and load when they come near, unless their author said otherwise. */
const startImageOptimizer = (window: Window & typeof globalThis, document: Document): (() => void) => {
  const optimizeIn = (root: ParentNode): void => {
    for (const image of root.querySelectorAll('img')) optimize(image)
  }
  const added = new window.MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) {
        if (node instanceof window.HTMLImageElement) optimize(node)
        else if (node instanceof window.Element) optimizeIn(node)
      }
  })
  optimizeIn(document)
  added.observe(document.body, { childList: true, subtree: true })
  return () => added.disconnect()
}

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
  const images = createSwitch(() => startImageOptimizer(window, window.document))
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
