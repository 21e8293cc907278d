import type { ManifestRoute } from '@spawnpoint/sdk/common'
import type { AdminRoute, Disposable } from '../../../sdk/common/hooks.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import type { PlanPlugin } from '../../common/plan.ts'

const isAdminRoute = (route: ManifestRoute): route is AdminRoute =>
  route.area === 'admin' && route.permission !== undefined

/** Lets a manifest speak at the registration hooks, under its plugin's id. Only where it has something to say. */
export const tapManifest = (bus: KernelHookBus, { id, contributes }: PlanPlugin): Disposable => {
  const hooks = bus.forOwner(id)
  const { routes, adminPages, slots, widgets, debugTabs, customisationTabs, commands } = contributes
  const admin = [...routes, ...adminPages].filter(isAdminRoute)
  const others = routes.filter((route) => !isAdminRoute(route))
  const each = <T>(entries: readonly T[], tap: () => Disposable): readonly Disposable[] =>
    entries.length > 0 ? [tap()] : []
  const addAll =
    <T>(entries: readonly T[]) =>
    (table: { add(entry: T): void }): void => {
      for (const entry of entries) table.add(entry)
    }
  const taps = [
    ...each(others, () => hooks.on('registerRoutes', addAll(others))),
    ...each(admin, () => hooks.on('registerAdminPage', addAll(admin))),
    ...each(slots, () => hooks.on('registerSlot', addAll(slots))),
    ...each(widgets, () => hooks.on('registerWidget', addAll(widgets))),
    ...each(debugTabs, () => hooks.on('registerDebugTab', addAll(debugTabs))),
    ...each(customisationTabs, () => hooks.on('registerCustomisationTab', addAll(customisationTabs))),
    ...each(commands, () => hooks.on('registerCommand', addAll(commands))),
  ]
  return {
    dispose: () => {
      for (const tap of taps) tap.dispose()
    },
  }
}
