import type { ManifestNav } from '@spawnpoint/sdk/common'
import type { NavItem } from '../../../sdk/common/hooks.ts'
import type { Kernel } from '../kernel.ts'
import { fillPath } from '../call-path.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { evaluateRoute } from '../routing/evaluate-visit.ts'

export interface NavEntry {
  readonly id: string
  readonly plugin: string
  readonly label: string
  readonly icon: string
  readonly path: string
  readonly module?: string | undefined
}

export interface NavGroup {
  readonly id: string
  readonly entries: readonly NavEntry[]
}

/** Would the visitor be let in? Entries that lead to a refusal are not shown. */
export const isOpen = (kernel: Kernel, route: RegisteredRoute): boolean => {
  const { kind } = evaluateRoute(kernel, route)
  return kind === 'draw' || kind === 'redirect'
}

const entryOf = (kernel: Kernel, item: NavItem): (NavEntry & { readonly group: string }) | null => {
  const route = kernel.routeRegistry.find(item.route, item.plugin)
  if (!route || route.path.includes(':') || !isOpen(kernel, route)) return null
  return {
    id: `${item.plugin}/${item.route}`,
    plugin: item.plugin,
    module: item.module,
    label: kernel.label(item.plugin, item.label),
    icon: item.icon ?? 'Puzzle',
    path: fillPath(route.path),
    group: item.group ?? 'main',
  }
}

/** A whole menu is judged at one moment: reading the cookies for each of its entries would take longer than drawing it. */
const atOnce = (kernel: Kernel): Kernel => {
  const isLoggedIn = kernel.session.isLoggedIn()
  return { ...kernel, session: { ...kernel.session, isLoggedIn: () => isLoggedIn } }
}

/** The menu of an area: what plugins list, what hooks make of it, without what is closed to the visitor. */
export const findNavGroups = (kernel: Kernel, area: ManifestNav['area']): readonly NavGroup[] => {
  const listed = kernel.registry.contributions
    .getState()
    .nav.filter((item) => item.area === area)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const items = kernel.bus.call('navItems', listed, area)
  const groups = new Map<string, NavEntry[]>()
  const now = atOnce(kernel)
  for (const item of items) {
    const entry = entryOf(now, item)
    if (!entry) continue
    const group = groups.get(entry.group)
    if (group) group.push(entry)
    else groups.set(entry.group, [entry])
  }
  return [...groups].map(([id, entries]) => ({ id, entries }))
}

/** The entry that a path belongs to: the longest whose path it starts with. */
export const findCurrent = (groups: readonly NavGroup[], path: string): NavEntry | null =>
  groups
    .flatMap(({ entries }) => entries)
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
