import type { ManifestRoute } from '@spawnpoint/sdk/common'
import { matchPath } from '../../common/path.ts'
import type { Plan } from '../../common/plan.ts'

export interface FoundRoute {
  readonly plugin: string
  readonly route: ManifestRoute
}

export type RouteIndex = (path: string) => FoundRoute | null

const normal = (path: string) => path.replace(/\/+$/, '').toLowerCase() || '/'

const takesAll = ({ route }: FoundRoute) => route.path.includes('*')

/** Finds the route of a path: fixed paths by name, then patterns in the order of the plan, then what takes all. */
export function createRouteIndex(plan: Pick<Plan, 'plugins'>): RouteIndex {
  const all = plan.plugins.flatMap(({ id, contributes }) =>
    [...contributes.routes, ...contributes.adminPages].map((route): FoundRoute => ({ plugin: id, route })),
  )
  const parameters = all.filter((found) => found.route.path.includes(':') && !takesAll(found))
  const patterns = [...parameters, ...all.filter(takesAll)]
  const fixed = new Map<string, FoundRoute>()
  for (const found of all)
    if (!fixed.has(normal(found.route.path))) fixed.set(normal(found.route.path), found)
  return (path) =>
    fixed.get(normal(path)) ?? patterns.find(({ route }) => matchPath(route.path, path) !== null) ?? null
}
