import type { Kernel } from '../kernel.ts'
import { findNavGroups, isOpen } from './nav-groups.ts'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly shortcut?: string | undefined
}

export interface PaletteGroups {
  readonly commands: readonly PaletteItem[]
  readonly pages: readonly PaletteItem[]
  readonly admin: readonly PaletteItem[]
}

/** Everything one can go to from the palette: commands, then pages that a menu lists or that need no parameter. */
export const findPaletteItems = (kernel: Kernel): PaletteGroups => {
  const { registry, routeRegistry, label } = kernel
  const listed = new Map(
    (['user', 'account', 'admin'] as const)
      .flatMap((area) => findNavGroups(kernel, area))
      .flatMap(({ entries }) => entries)
      .map((entry) => [entry.path, entry.label]),
  )
  const pages = routeRegistry.routes
    .getState()
    .filter(({ path, area, module }) => module && area !== 'guest' && !/[:*]/.test(path))
    .filter((route) => !route.wellKnown || listed.has(route.path))
    .filter((route) => isOpen(kernel, route))
    .map((route) => ({
      id: `${route.plugin}/${route.id}`,
      label: listed.get(route.path) ?? label(route.plugin, route.title),
      path: route.path,
      area: route.area,
    }))
  const commands = registry.contributions.getState().commands.flatMap((command): PaletteItem[] => {
    const route = routeRegistry.find(command.route, command.plugin)
    if (!route || route.path.includes(':') || !isOpen(kernel, route)) return []
    const { plugin, id, title, shortcut } = command
    return [{ id: `command:${plugin}/${id}`, label: label(plugin, title), path: route.path, shortcut }]
  })
  const commanded = new Set(commands.map(({ path }) => path))
  // Once is enough: the command says what one does there.
  const others = pages.filter(({ path }) => !commanded.has(path))
  return {
    commands,
    pages: others.filter(({ area }) => area !== 'admin'),
    admin: others.filter(({ area }) => area === 'admin'),
  }
}
