import { createRoot } from 'react-dom/client'
import { localKeys } from '../common/local-keys.ts'
import { isBuiltin } from '../common/plan.ts'
import { App } from './app/app.tsx'
import { signedInParts, shellFrame } from './app/layouts.tsx'
import type { Kernel } from './kernel.ts'
import { loadCustomScript } from './custom-script.ts'
import { showFallbackScreen } from './fallback-screen.ts'
import { followDocumentLanguage } from './host.ts'
import { startPerformanceListeners } from '../../sdk/browser/performance/performance-listeners.ts'
import type { Page } from './read-page.ts'
import { preloadPage, startHomePreload } from './routing/preload-page.ts'
import type { StartUpSteps } from './start-up.ts'
import { startTraceListeners } from './trace-listeners.ts'
import { createScriptPolicy } from './trusted-types.ts'
import { applyUiSettings } from '../../sdk/ui/apply-ui-settings.ts'
import { watchUiSettings } from './ui-settings/watch-settings.ts'

type Browser = Window & typeof globalThis

const entriesKeptByCleanUp = 25

/** Returns the undo. */
const startListeners = (window: Browser, kernel: Kernel): (() => void) => {
  const { document } = window
  const { platform, uiSettings, messages, trace } = kernel
  const { clock } = platform
  const apply = (): void => {
    uiSettings.reload()
    applyUiSettings(document, uiSettings.getState())
  }
  apply()
  followDocumentLanguage(document, messages)
  const stopPerformance = startPerformanceListeners({
    window,
    clock,
    settings: uiSettings,
    cleanUp: () => trace.trim(entriesKeptByCleanUp),
  })
  const undos = [
    stopPerformance,
    startHomePreload(document, kernel, () => Promise.all([shellFrame.load(), signedInParts.load()])),
    watchUiSettings({ window, clock, apply }),
  ]
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: everything was cleared.
    if (key === localKeys.permissions || key === null) kernel.session.follow()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('storage', onStorage)
    undos.forEach((undo) => undo())
  }
}

type FirstView = typeof import('./first-view.ts')

/** Restores input from the server-rendered form, if there is one. */
const loadFirstView = async (document: Document): Promise<FirstView | null> =>
  document.getElementById('first-view') ? import('./first-view.ts') : null

/** Counts starts that came to nothing, since an added plugin may be the reason. */
export interface StartCount {
  succeeded(): void
  failed(): void
}

interface MountParts {
  readonly starts: StartCount
  readonly firstView: FirstView | null
}

const mount = (window: Browser, kernel: Kernel, { starts, firstView }: MountParts): (() => void) => {
  const area = window.document.getElementById('app')
  if (!area) throw new Error('the page has no #app')
  const typed = firstView?.readTyped(area) ?? []
  const fail = (error: unknown): void => {
    kernel.log('the application failed while drawing', error)
    starts.failed()
    showFallbackScreen(window.document)
  }
  // The application resets the scroll position itself, on every navigation.
  window.history.scrollRestoration = 'manual'
  kernel.navigation.start()
  const root = createRoot(area, { onUncaughtError: fail })
  firstView?.restoreTyped(window, area, typed)
  root.render(<App kernel={kernel} />)
  // It has been drawn, and answers to events, when a frame and what was waiting for it have passed.
  kernel.platform.clock.requestFrame(() => kernel.platform.clock.setTimeout(starts.succeeded, 0))
  return () => root.unmount()
}

/** The first page's code, and the frame around it, so that nothing flickers between the server's view and ours. */
const preparePage = (kernel: Kernel): Promise<unknown> => {
  const route = kernel.visits.carryOut()
  const isFramed = route !== null && !route.bare && route.area !== 'guest'
  const frames = [
    ...(isFramed ? [shellFrame.load()] : []),
    ...(route?.area === 'guest' ? [] : [signedInParts.load()]),
  ]
  // The page itself shows an error for anything that failed to load.
  return Promise.allSettled([...frames, preloadPage(kernel, route)])
}

interface PageSteps extends StartUpSteps {
  /** Draws the application; returns the undo. */
  readonly mount: () => () => void
}

/** The steps of a real page. */
export const createSteps = (
  window: Browser,
  kernel: Kernel,
  { plan }: Pick<Page, 'plan'>,
  starts: StartCount,
): PageSteps => {
  const { document } = window
  const { platform, trace, gate, settings, registry, log } = kernel
  const isAdded = (id: string): boolean => {
    const plugin = registry.find(id)
    return plugin !== null && !isBuiltin(plugin)
  }
  startTraceListeners(window, { trace, gate, isAdded })
  settings.accept(plan.settings)
  const policy = createScriptPolicy(window)
  let firstView: FirstView | null = null
  // Asked for at once: the first page waits for it.
  const view = loadFirstView(document).catch((error: unknown) => {
    log('what was typed so far cannot be kept', error)
    return null
  })
  return {
    loadCustomScript: () =>
      plan.safeMode
        ? Promise.resolve()
        : loadCustomScript({
            document,
            clock: platform.clock,
            admit: (address) => policy.createScriptURL(address),
          }),
    bootPlugins: async () => {
      // Nearly no plugin has code that must run before the access check.
      if (plan.plugins.some((plugin) => plugin.boot !== null)) await (await kernel.added()).boot(plan)
    },
    showAccessOverlay: async (overlay) => {
      // Loaded on need: nearly nobody ever sees it.
      const { showAccessOverlay } = await import('./access-overlay.ts')
      showAccessOverlay(document, overlay)
    },
    startListeners: () => startListeners(window, kernel),
    installPlugins: () => kernel.apply(plan),
    preparePage: async () => {
      await preparePage(kernel)
      firstView = await view
      await firstView?.stylesArrived(document, platform.clock)
    },
    mount: () => mount(window, kernel, { starts, firstView }),
    showFallback: () => {
      starts.failed()
      showFallbackScreen(document)
    },
  }
}
