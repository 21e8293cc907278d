import type {
  ManifestCommand,
  ManifestNav,
  ManifestRoute,
  ManifestSlot,
  ManifestTab,
  ManifestWidget,
} from '@spawnpoint/sdk/common'
import type { AdminRoute, Disposable } from '../../../sdk/common/hooks.ts'
import { createCollector } from '../../common/hooks/collector.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import type { PlanPlugin } from '../../common/plan.ts'

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

type Collector<T> = ReturnType<typeof createCollector<T>>

/** Collects the entries added during the call. */
const gather = <T extends object>(
  ask: (table: Collector<T>['table']) => void,
  check?: (entry: T, owner: string) => void,
): readonly Owned<T>[] => {
  const collector = createCollector<T>(check)
  ask(collector.table)
  collector.close()
  return collector.entries().map(({ owner, entry }) => ({ ...entry, plugin: owner }))
}

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
  return {
    routes: [
      ...gather<ManifestRoute>((table) => bus.call('registerRoutes', table), check),
      ...gather<AdminRoute>((table) => bus.call('registerAdminPage', table), check),
    ],
    nav,
    slots: gather<ManifestSlot>((table) => bus.call('registerSlot', table)),
    widgets: gather<ManifestWidget>((table) => bus.call('registerWidget', table)),
    debugTabs: gather<ManifestTab>((table) => bus.call('registerDebugTab', table)),
    customisationTabs: gather<ManifestTab>((table) => bus.call('registerCustomisationTab', table)),
    commands: gather<ManifestCommand>((table) => bus.call('registerCommand', table)),
  }
}

const isAdminRoute = (route: ManifestRoute): route is AdminRoute =>
  route.area === 'admin' && route.permission !== undefined

/** Adds the entries of a manifest at the registration hooks, under its plugin's id. Only where it has any. */
export const tapManifest = (bus: KernelHookBus, { id, contributes }: PlanPlugin): Disposable => {
  const hooks = bus.forOwner(id)
  const { routes, adminPages, slots, widgets, debugTabs, customisationTabs, commands } = contributes
  const admin = [...routes, ...adminPages].filter(isAdminRoute)
  const others = routes.filter((route) => !isAdminRoute(route))
  const taps: Disposable[] = []
  const add = <T>(
    entries: readonly T[],
    tap: (addAll: (table: { add(entry: T): void }) => void) => Disposable,
  ): void => {
    if (entries.length === 0) return
    const addAll = (table: { add(entry: T): void }): void => {
      for (const entry of entries) table.add(entry)
    }
    taps.push(tap(addAll))
  }
  add(others, (addAll) => hooks.on('registerRoutes', addAll))
  add(admin, (addAll) => hooks.on('registerAdminPage', addAll))
  add(slots, (addAll) => hooks.on('registerSlot', addAll))
  add(widgets, (addAll) => hooks.on('registerWidget', addAll))
  add(debugTabs, (addAll) => hooks.on('registerDebugTab', addAll))
  add(customisationTabs, (addAll) => hooks.on('registerCustomisationTab', addAll))
  add(commands, (addAll) => hooks.on('registerCommand', addAll))
  return {
    dispose: () => {
      for (const tap of taps) tap.dispose()
    },
  }
}
