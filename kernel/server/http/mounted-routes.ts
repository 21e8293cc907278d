import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { FastifyInstance } from 'fastify'

/** A route of an app: a declared endpoint, or another kind such as a download. */
export interface MountedRoute {
  readonly method: string
  readonly path: string
  readonly access: AnyEndpoint['access']
  readonly endpoint: AnyEndpoint | null
}

const mountedRoutes = new WeakMap<FastifyInstance, MountedRoute[]>()

/** Remembers an app's routes as they are mounted. */
export function recordRoutes(app: FastifyInstance): void {
  const routes: MountedRoute[] = []
  mountedRoutes.set(app, routes)
  app.addHook('onRoute', ({ config, method, url }) => {
    const { access, endpoint = null } = config ?? {}
    if (access) for (const each of [method].flat()) routes.push({ method: each, path: url, access, endpoint })
  })
}

export const routesOf = (app: FastifyInstance): readonly MountedRoute[] => mountedRoutes.get(app) ?? []

export const endpointsOf = (app: FastifyInstance): readonly AnyEndpoint[] =>
  routesOf(app).flatMap(({ endpoint }) => endpoint ?? [])
