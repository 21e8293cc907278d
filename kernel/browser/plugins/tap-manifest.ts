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
  const taps: Disposable[] = []
  const say = <T>(
    entries: readonly T[],
    tap: (addAll: (table: { add(entry: T): void }) => void) => Disposable,
  ): void => {
    if (entries.length === 0) return
    const addAll = (table: { add(entry: T): void }): void => {
      for (const entry of entries) table.add(entry)
    }
    taps.push(tap(addAll))
  }
  say(others, (addAll) => hooks.on('registerRoutes', addAll))
  say(admin, (addAll) => hooks.on('registerAdminPage', addAll))
  say(slots, (addAll) => hooks.on('registerSlot', addAll))
  say(widgets, (addAll) => hooks.on('registerWidget', addAll))
  say(debugTabs, (addAll) => hooks.on('registerDebugTab', addAll))
  say(customisationTabs, (addAll) => hooks.on('registerCustomisationTab', addAll))
  say(commands, (addAll) => hooks.on('registerCommand', addAll))
  return {
    dispose: () => {
      for (const tap of taps) tap.dispose()
    },
  }
}
