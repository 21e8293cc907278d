import type { RouteView } from '@spawnpoint/sdk/browser'

const MOST = 6

// A page that serves a log-in, or that the shell goes to by itself, is nobody's quick way.
const isDestination = ({ area, path, wellKnown }: RouteView) =>
  area === 'user' && wellKnown === null && !path.includes(':') && !path.startsWith('/auth/')

/** Picks the open pages with the shortest paths. */
export function findQuickLinks(open: readonly RouteView[]): readonly RouteView[] {
  return open
    .filter(isDestination)
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || a.title.localeCompare(b.title))
    .slice(0, MOST)
}
