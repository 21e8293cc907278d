import type {
  ManifestCommand,
  ManifestNav,
  ManifestRoute,
  ManifestSlot,
  ManifestTab,
  ManifestWidget,
} from '@spawnpoint/sdk/common'
import { createCollector, type Collected } from '../../common/hooks/collector.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'

/** An entry of a manifest with the plugin that it comes from. */
export type Owned<T> = T & { readonly plugin: string }

export interface Contributions {
  readonly routes: readonly Owned<ManifestRoute>[]
  readonly nav: readonly Owned<ManifestNav>[]
  readonly slots: readonly Owned<ManifestSlot>[]
  readonly widgets: readonly Owned<ManifestWidget>[]
  readonly debugTabs: readonly Owned<ManifestTab>[]
  readonly customisationTabs: readonly Owned<ManifestTab>[]
  readonly commands: readonly Owned<ManifestCommand>[]
}

export const noContributions: Contributions = {
  routes: [],
  nav: [],
  slots: [],
  widgets: [],
  debugTabs: [],
  customisationTabs: [],
  commands: [],
}

const own = <T extends object>(collected: readonly Collected<T>[]): readonly Owned<T>[] =>
  collected.map(({ owner, entry }) => ({ ...entry, plugin: owner }))

/** A path belongs to who was first; an admin page without a permission is refused, whoever adds it. */
const createRouteCheck = () => {
  const paths = new Map<string, string>()
  return (route: ManifestRoute, owner: string): void => {
    const holder = paths.get(route.path)
    if (holder !== undefined) throw new Error(`${route.path} belongs to ${holder}`)
    if (route.area === 'admin' && !route.permission) throw new Error(`${route.path} needs a permission`)
    paths.set(route.path, owner)
  }
}

/** Asks every plugin for what it adds. */
export const collectContributions = (
  bus: KernelHookBus,
  nav: readonly Owned<ManifestNav>[],
): Contributions => {
  const check = createRouteCheck()
  const routes = createCollector<ManifestRoute>(check)
  const pages = createCollector<ManifestRoute & { readonly area: 'admin'; readonly permission: string }>(
    check,
  )
  const slots = createCollector<ManifestSlot>()
  const widgets = createCollector<ManifestWidget>()
  const debugTabs = createCollector<ManifestTab>()
  const customisationTabs = createCollector<ManifestTab>()
  const commands = createCollector<ManifestCommand>()
  bus.call('registerRoutes', routes.table)
  bus.call('registerAdminPage', pages.table)
  bus.call('registerSlot', slots.table)
  bus.call('registerWidget', widgets.table)
  bus.call('registerDebugTab', debugTabs.table)
  bus.call('registerCustomisationTab', customisationTabs.table)
  bus.call('registerCommand', commands.table)
  for (const each of [routes, pages, slots, widgets, debugTabs, customisationTabs, commands]) each.close()
  return {
    routes: [...own(routes.entries()), ...own(pages.entries())],
    nav,
    slots: own(slots.entries()),
    widgets: own(widgets.entries()),
    debugTabs: own(debugTabs.entries()),
    customisationTabs: own(customisationTabs.entries()),
    commands: own(commands.entries()),
  }
}
