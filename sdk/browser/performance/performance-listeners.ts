import type { BrowserHost } from '../host.ts'
import type { ReadableStore } from '../store.ts'
import type { UiSettings } from '../ui-settings.ts'
import { startImageOptimizer, startLazyLoader } from './lazy-loader.ts'

const periodMs = 30_000

/** Runs the clean-ups every 30 seconds until undone. */
const startMemoryCleaner = (clock: BrowserHost['clock'], cleanUp: () => void): (() => void) => {
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
  readonly clock: BrowserHost['clock']
  readonly settings: ReadableStore<UiSettings>
  readonly cleanUp: () => void
}

/** Follows the performance group of the settings; returns its undo. */
export const startPerformanceListeners = (options: PerformanceListeners): (() => void) => {
  const { window, clock, settings, cleanUp } = options
  let undos: readonly (() => void)[] = []
  const stop = (): void => undos.forEach((undo) => undo())
  const follow = ({ performance }: UiSettings): void => {
    stop()
    undos = [
      startLazyLoader(window, performance.lazyLoading),
      ...(performance.optimizeImages ? [startImageOptimizer(window)] : []),
      ...(performance.memoryOptimization ? [startMemoryCleaner(clock, cleanUp)] : []),
    ]
  }
  follow(settings.getState())
  const unsubscribe = settings.subscribe(follow)
  return () => {
    unsubscribe()
    stop()
  }
}
