import type { Kernel } from './create-kernel.ts'
import { startPerformanceListeners } from './performance/performance-listeners.ts'
import { preloadHomeOnInput } from './routing/preload-home.ts'
import { watchUiSettings } from './ui-settings/watch-settings.ts'

const keptAfterCleanUp = 25

/** Listeners that no first page waits for. `applySettings` puts the visitor's settings on the document. */
export const startLateListeners = (
  window: Window & typeof globalThis,
  kernel: Kernel,
  applySettings: () => void,
): void => {
  const { platform, uiSettings, trace } = kernel
  const { clock } = platform
  startPerformanceListeners({
    window,
    clock,
    settings: uiSettings,
    cleanUp: () => trace.trim(keptAfterCleanUp),
  })
  watchUiSettings({ window, clock, apply: applySettings })
  preloadHomeOnInput(window.document, kernel)
  // They may have been changed while nobody watched.
  applySettings()
}
