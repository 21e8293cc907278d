import { useHost, useStore, type MenuEntry, type RouteView } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'

export interface PaletteGroups {
  readonly commands: readonly MenuEntry[]
  readonly pages: readonly MenuEntry[]
  readonly admin: readonly MenuEntry[]
}

const listItems = (
  routes: readonly RouteView[],
  menus: readonly MenuEntry[],
  commands: readonly MenuEntry[],
  pages: readonly MenuEntry[],
): PaletteGroups => {
  const listed = new Map(menus.map((entry) => [entry.path, entry]))
  const wellKnown = new Set(routes.flatMap((route) => (route.wellKnown ? [route.path] : [])))
  const commanded = new Set(commands.map(({ path }) => path))
  const others = pages
    // A page for errors and the like is no destination. A command says already what one does on its page.
    .filter(({ path }) => (listed.has(path) || !wellKnown.has(path)) && !commanded.has(path))
    // A menu entry with a module runs it instead of opening the page.
    .map((page) => {
      const { label, icon, module } = listed.get(page.path) ?? page
      return { ...page, label, icon, module }
    })
  return {
    // A command has the icon that its page has in a menu.
    commands: commands.map((each) => ({ ...each, icon: listed.get(each.path)?.icon ?? each.icon })),
    pages: others.filter(({ group }) => group !== 'admin'),
    admin: others.filter(({ group }) => group === 'admin'),
  }
}

/** Everything one can go to from the palette: commands, then pages that a menu lists or that need no parameter. */
export function usePaletteItems(): PaletteGroups {
  const host = useHost()
  const routes = useStore(host.routes)
  const user = useStore(host.menu('user'))
  const account = useStore(host.menu('account'))
  const admin = useStore(host.menu('admin'))
  const commands = useStore(host.menu('commands'))
  const pages = useStore(host.menu('pages'))
  return useMemo(
    () => listItems(routes, [...user, ...account, ...admin], commands, pages),
    [routes, user, account, admin, commands, pages],
  )
}
