import { onDeprecatedUse } from '@spawnpoint/sdk/browser'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { dataFrame, shellFrame } from './app/layouts.tsx'
import type { Kernel } from './create-kernel.ts'
import { loadCustomScript } from './custom-script.ts'
import { showFallbackScreen } from './fallback-screen.ts'
import { readTyped, restoreTyped } from './first-view.ts'
import { followLanguage } from './host.ts'
import { startPerformanceListeners } from './performance/performance-listeners.ts'
import { bootPlugins } from './plugins/boot-plugins.ts'
import { followPluginStyles } from './plugins/plugin-styles.ts'
import type { StartCount } from './plugins/start-count.ts'
import type { Page } from './read-page.ts'
import { preloadHomeOnInput, preloadPage } from './routing/preload-page.ts'
import { settleFirstVisit } from './routing/settle-first-visit.ts'
import type { StartUpSteps } from './start-up.ts'
import { startTraceListeners } from './trace-listeners.ts'
import { createScriptPolicy } from './trusted-types.ts'
import { applyUiSettings } from './ui-settings/apply-settings.ts'
import { watchUiSettings } from './ui-settings/watch-settings.ts'

type Browser = Window & typeof globalThis

const keptAfterCleanUp = 25

const startListeners = (window: Browser, kernel: Kernel): void => {
  const { document } = window
  const { platform, uiSettings, trace, messages } = kernel
  const apply = (): void => {
    uiSettings.reload()
    applyUiSettings(document, uiSettings.get())
  }
  apply()
  startPerformanceListeners({
    window,
    clock: platform.clock,
    settings: uiSettings,
    cleanUp: () => trace.trim(keptAfterCleanUp),
  })
  watchUiSettings({ window, clock: platform.clock, apply })
  followLanguage(document, messages)
  followPluginStyles(document, kernel.registry)
  onDeprecatedUse((use) => void kernel.reports.load().then((reports) => reports.deprecated(use)))
}

const mount = (window: Browser, kernel: Kernel, starts: StartCount): void => {
  const area = window.document.getElementById('app')
  if (!area) throw new Error('the page has no #app')
  const typed = readTyped(area)
  const fail = (error: unknown): void => {
    kernel.log('the application failed while drawing', error)
    starts.failed()
    showFallbackScreen(window.document)
  }
  kernel.navigation.start()
  const root = createRoot(area, { onUncaughtError: fail })
  restoreTyped(window, area, typed)
  root.render(<App kernel={kernel} />)
  preloadHomeOnInput(window.document, kernel)
  // It has been drawn, and answers to events, when a frame and what was waiting for it have passed.
  kernel.platform.clock.requestFrame(() => kernel.platform.clock.setTimeout(starts.succeeded, 0))
}

/** The first page's code, and the frame around it, so that nothing flickers between the server's view and ours. */
const preparePage = (kernel: Kernel): Promise<unknown> => {
  const route = settleFirstVisit(kernel)
  const isFramed = route !== null && !route.bare && route.area !== 'guest'
  const frames = [
    ...(isFramed ? [shellFrame.load()] : []),
    ...(route?.area === 'guest' ? [] : [dataFrame.load()]),
  ]
  // What does not load is drawn as failed by the page itself.
  return Promise.allSettled([...frames, preloadPage(kernel, route)])
}

/** The steps of a real page. */
export const createSteps = (
  window: Browser,
  kernel: Kernel,
  { plan }: Page,
  starts: StartCount,
): StartUpSteps => {
  const { document } = window
  const { platform, trace, gate, bus, registry, settings } = kernel
  startTraceListeners(window, trace, gate)
  settings.accept(plan.settings)
  const policy = createScriptPolicy(window)
  return {
    loadCustomScript: () =>
      plan.safeMode
        ? Promise.resolve()
        : loadCustomScript({
            document,
            clock: platform.clock,
            admit: (address) => policy.createScriptURL(address),
          }),
    bootPlugins: () => bootPlugins({ gate, bus, registry, load: kernel.load }, plan),
    showAccessOverlay: async (overlay) => {
      // Loaded on need: nearly nobody ever sees it.
      const { showAccessOverlay } = await import('./access-overlay.ts')
      showAccessOverlay(document, overlay)
    },
    startListeners: () => startListeners(window, kernel),
    installPlugins: () => kernel.apply(plan),
    preparePage: () => preparePage(kernel),
    mount: () => mount(window, kernel, starts),
    showFallback: () => {
      starts.failed()
      showFallbackScreen(document)
    },
  }
}
