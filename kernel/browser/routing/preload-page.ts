import { isBuiltin } from '../../common/plan.ts'
import type { Kernel } from '../kernel.ts'
import type { RegisteredRoute } from './route-registry.ts'

type Deps = Pick<Kernel, 'registry' | 'componentOf'>

/** Parts around the page content must be loaded first, or they would shift it. */
const partsAround = ({ area, bare }: RegisteredRoute): readonly string[] => {
  if (bare || area === 'guest') return []
  return ['shell.topbar', 'shell.notice', ...(area === 'admin' ? ['admin.banner'] : [])]
}

/** Fetches a page's code, and that of the product's own parts around it, before they are drawn. */
export const preloadPage = async (
  { registry, componentOf }: Deps,
  route: RegisteredRoute | null,
): Promise<void> => {
  if (!route) return
  const names = partsAround(route)
  const preload = async ({ plugin: id, module }: { plugin: string; module?: string | undefined }) => {
    const plugin = registry.find(id)
    if (plugin && module) await componentOf(plugin, module).preload()
  }
  const parts = registry.contributions.getState().slots.filter(({ slot, plugin: id }) => {
    const plugin = registry.find(id)
    // An added plugin may keep a page waiting for itself, not for others.
    return names.includes(slot) && plugin && isBuiltin(plugin)
  })
  await Promise.all([route, ...parts].map(preload))
}

/** A visitor who fills in the log-in form will need the dashboard and its frame next. Returns the undo. */
export const startHomePreload = (
  document: Document,
  kernel: Deps & Pick<Kernel, 'uiSettings' | 'routeRegistry' | 'visits'>,
  loadFrame: () => Promise<unknown>,
): (() => void) => {
  const { uiSettings, routeRegistry, visits } = kernel
  const stop = (): void => document.removeEventListener('input', preload)
  const preload = (): void => {
    if (!uiSettings.getState().performance.preloadCritical) return
    if (visits.current.getState().route?.area !== 'guest') return
    stop()
    // A failed preload is reported when the page is opened.
    Promise.all([loadFrame(), preloadPage(kernel, routeRegistry.wellKnown('home'))]).catch(() => undefined)
  }
  document.addEventListener('input', preload)
  return stop
}
