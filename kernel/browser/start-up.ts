import { AccessDeniedError, checkAccess } from './access-check.ts'
import type { AccessOverlay } from './access-overlay.ts'
import type { Kernel } from './kernel.ts'

/** Effects of start-up on the page, injected so that tests can check the order. */
export interface StartUpSteps {
  readonly loadCustomScript: () => Promise<void>
  /** Boot code of plugins: it may add to the access check, so it comes before. */
  readonly bootPlugins: () => Promise<void>
  readonly showAccessOverlay: (overlay: AccessOverlay) => Promise<void> | void
  readonly startListeners: () => () => void
  readonly installPlugins: () => void
  /** Resolves once what the first page needs is there, or will not come. */
  readonly preparePage: () => Promise<unknown>
  readonly mount: () => void
  readonly showFallback: () => void
}

const product = 'Spawnpoint'

const productOf = (settings: Readonly<Record<string, unknown>>): string => {
  const { app_name: name } = settings
  return typeof name === 'string' && name ? name : product
}

const guardAccess = async (kernel: Kernel, steps: StartUpSteps): Promise<void> => {
  const { platform, bus, unfinishedRules, settings } = kernel
  const url = platform.address.url()
  const violations = await checkAccess(url, bus, unfinishedRules)
  if (violations.length === 0) return
  await steps.showAccessOverlay({
    product: productOf(settings.values.getState()),
    url,
    violations,
    reload: platform.address.reload,
  })
  throw new AccessDeniedError(violations)
}

const mountOnNextFrame = ({ platform, log }: Kernel, { mount, showFallback }: StartUpSteps): Promise<void> =>
  new Promise((resolve) => {
    platform.clock.requestFrame(() => {
      try {
        mount()
      } catch (error) {
        log('the application could not be mounted', error)
        showFallback()
      }
      resolve()
    })
  })

/** A failure here is logged and the start goes on. */
const attempt = ({ log }: Kernel, sentence: string, run: () => void): void => {
  try {
    run()
  } catch (error) {
    log(sentence, error)
  }
}

/** The specification's order: script, access check, messages, listeners, plugins, mount. */
export const startUp = async (kernel: Kernel, steps: StartUpSteps): Promise<void> => {
  const { messages, session } = kernel
  await Promise.all([steps.loadCustomScript(), steps.bootPlugins()])
  await guardAccess(kernel, steps)
  await messages.start()
  attempt(kernel, 'the performance and UI-settings listeners could not be started', steps.startListeners)
  attempt(kernel, 'plugins could not be installed', steps.installPlugins)
  void session.start()
  // The page is drawn without what did not load, and shows its own failure.
  await steps
    .preparePage()
    .catch((error: unknown) => kernel.log('the first page could not be prepared', error))
  await mountOnNextFrame(kernel, steps)
}
