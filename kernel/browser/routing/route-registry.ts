import type { ReadableStore, RouteView } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute, ManifestRoute } from '@spawnpoint/sdk/common'
import { matchRoutes } from 'react-router-dom'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'
import { deriveStore } from '../derive-store.ts'
import type { Contributions, Owned } from '../plugins/contributions.ts'

export type RegisteredRoute = Owned<ManifestRoute>

const authRedirectRoute: RegisteredRoute = {
  id: 'auth-redirect',
  plugin: 'shell',
  path: AUTH_REDIRECT_PATH,
  area: 'public',
  title: '%product%',
  bare: true,
}

export interface RouteRegistry {
  /** The table: what plugins list, paths without parameters first. */
  readonly routes: ReadableStore<readonly RegisteredRoute[]>
  /** The same with titles, as links see them. */
  readonly views: ReadableStore<readonly RouteView[]>
  /** By id, the plugin's own first, then by `plugin/id`. */
  find(id: string, plugin?: string): RegisteredRoute | null
  wellKnown(name: WellKnownRoute): RegisteredRoute | null
  /** The route that a path belongs to, by the router's own ranking. */
  match(path: string): RegisteredRoute | null
}

const normal = (path: string): string => path.replace(/\/+$/, '').toLowerCase() || '/'

/** One entry per key, the first's: what is asked for hundreds of menu entries is not searched for each time. */
const indexBy = (routes: readonly RegisteredRoute[], keyOf: (route: RegisteredRoute) => string) => {
  const index = new Map<string, RegisteredRoute>()
  for (const route of routes) if (!index.has(keyOf(route))) index.set(keyOf(route), route)
  return index
}

const createIndex = (routes: readonly RegisteredRoute[]) => ({
  routes,
  byName: indexBy(routes, ({ plugin, id }) => `${plugin}/${id}`),
  byId: indexBy(routes, ({ id }) => id),
  plain: indexBy(
    routes.filter(({ path }) => !/[:*]/.test(path)),
    ({ path }) => normal(path),
  ),
})

// A plugin's table may list `/ticket/:id` before `/ticket/create`; who takes the first match must find the plain one.
const plainFirst = (a: RegisteredRoute, b: RegisteredRoute): number =>
  a.path.split(':').length - b.path.split(':').length

export interface RouteSources {
  readonly contributions: ReadableStore<Pick<Contributions, 'routes'>>
  /** Changes whenever titles may read differently. */
  readonly titles: ReadableStore<unknown>
  readonly titleOf: (route: RegisteredRoute) => string
}

/** Made again when plugins come or go, once somebody reads it. */
export const createRouteRegistry = ({ contributions, titles, titleOf }: RouteSources): RouteRegistry => {
  const index = deriveStore([contributions], () =>
    createIndex([authRedirectRoute, ...contributions.getState().routes].toSorted(plainFirst)),
  )
  const routes = deriveStore([index], () => index.getState().routes)
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
  return {
    routes,
    views: deriveStore([routes, titles], () => routes.getState().map(viewOf)),
    find: (id, plugin) => {
      const { byName, byId } = index.getState()
      return byName.get(`${plugin}/${id}`) ?? byId.get(id) ?? byName.get(id) ?? null
    },
    wellKnown: (name) => routes.getState().find((route) => route.wellKnown === name) ?? null,
    match: (path) => {
      const { routes: all, plain } = index.getState()
      // The router puts a path without parameters before all others.
      const found = plain.get(normal(path))
      if (found) return found
      const pattern = matchRoutes(
        all.map((route) => ({ path: route.path })),
        path,
      )?.at(-1)?.route.path
      return all.find((route) => route.path === pattern) ?? null
    },
  }
}
