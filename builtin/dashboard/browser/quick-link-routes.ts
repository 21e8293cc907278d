import type { RouteView } from '@spawnpoint/sdk/browser'

interface Rights {
  can(permission: string): boolean
  flag(name: string): boolean
}

const MOST = 6

// A page that serves a log-in, or that the shell goes to by itself, is nobody's quick way.
const isDestination = ({ area, path, landmark }: RouteView) =>
  area === 'user' && landmark === null && !path.includes(':') && !path.startsWith('/auth/')

/** The pages a customer may go to from here: those at the top of the address first. */
export function findQuickLinks(routes: readonly RouteView[], rights: Rights): readonly RouteView[] {
  return routes
    .filter(isDestination)
    .filter(({ permission, flag }) => (!permission || rights.can(permission)) && (!flag || rights.flag(flag)))
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || a.title.localeCompare(b.title))
    .slice(0, MOST)
}
