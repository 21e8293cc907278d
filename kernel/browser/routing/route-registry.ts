import { createStore, type ReadableStore, type RouteView } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute, ManifestRoute } from '@spawnpoint/sdk/common'
import { matchRoutes } from 'react-router-dom'
import type { Contributions, Owned } from '../plugins/contributions.ts'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'

export type RegisteredRoute = Owned<ManifestRoute>

export const authRedirectRoute: RegisteredRoute = {
  id: 'auth-redirect',
  plugin: 'shell',
  path: AUTH_REDIRECT_PATH,
  area: 'public',
  title: '%product%',
  bare: true,
}

export interface RouteRegistry {
  readonly views: ReadableStore<readonly RouteView[]>
  update(contributions: Contributions): void
  /** By id, the plugin's own first, then by `plugin/id`. */
  find(id: string, plugin?: string): RegisteredRoute | null
  wellKnown(name: WellKnownRoute): RegisteredRoute | null
  /** The route that a path belongs to, by the router's own ranking. */
  match(path: string): RegisteredRoute | null
  all(): readonly RegisteredRoute[]
}

const normal = (path: string): string => path.replace(/\/+$/, '').toLowerCase() || '/'

/** One entry per key, the first's: what is asked for hundreds of menu entries is not searched for each time. */
const indexBy = (routes: readonly RegisteredRoute[], keyOf: (route: RegisteredRoute) => string) => {
  const index = new Map<string, RegisteredRoute>()
  for (const route of routes) if (!index.has(keyOf(route))) index.set(keyOf(route), route)
  return index
}

const createIndex = (routes: readonly RegisteredRoute[]) => ({
  byName: indexBy(routes, ({ plugin, id }) => `${plugin}/${id}`),
  byId: indexBy(routes, ({ id }) => id),
  plain: indexBy(
    routes.filter(({ path }) => !/[:*]/.test(path)),
    ({ path }) => normal(path),
  ),
})

export const createRouteRegistry = (titleOf: (route: RegisteredRoute) => string): RouteRegistry => {
  const views = createStore<readonly RouteView[]>(() => [])
  let routes: readonly RegisteredRoute[] = [authRedirectRoute]
  let index = createIndex(routes)

  const viewOf = (route: RegisteredRoute): RouteView => ({
    id: route.id,
    plugin: route.plugin,
    path: route.path,
    area: route.area,
    permission: route.permission ?? null,
    flag: route.flag ?? null,
    title: titleOf(route),
    wellKnown: route.wellKnown ?? null,
  })
  // A plugin's table may list `/ticket/:id` before `/ticket/create`; who takes the first match must find the plain one.
  const plainFirst = (a: RegisteredRoute, b: RegisteredRoute): number =>
    a.path.split(':').length - b.path.split(':').length

  return {
    views,
    update: (contributions) => {
      routes = [authRedirectRoute, ...contributions.routes].toSorted(plainFirst)
      index = createIndex(routes)
      views.setState(routes.map(viewOf), true)
    },
    find: (id, plugin) =>
      index.byName.get(`${plugin}/${id}`) ?? index.byId.get(id) ?? index.byName.get(id) ?? null,
    wellKnown: (name) => routes.find((route) => route.wellKnown === name) ?? null,
    match: (path) => {
      // The router puts a path without parameters before all others.
      const plain = index.plain.get(normal(path))
      if (plain) return plain
      const found = matchRoutes(
        routes.map(({ path: pattern }) => ({ path: pattern })),
        path,
      )?.at(-1)?.route.path
      return routes.find((route) => route.path === found) ?? null
    },
    all: () => routes,
  }
}
