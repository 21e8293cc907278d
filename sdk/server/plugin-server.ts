import type { ServicesOf, ServiceToken, SettingDeclarations } from '@spawnpoint/sdk/common'
import type { Answer } from './answer.ts'
import type { Job } from './jobs.ts'
import type { ServedResource } from './resource/serve-resource.ts'
import type { Listener, ServerHost } from './server-part.ts'
import type { Uses } from './uses.ts'

/** A service with the code that creates it, for the lists `provides` and `internal` of a plugin's server module. @example const services: readonly Provided[] = [provide(Ledger, { db: Database }, createLedger)] */
export interface Provided {
  readonly token: ServiceToken<unknown>
  readonly uses: Uses
  create(services: never, host: ServerHost): unknown
}

/**
 * A service and the code that creates it, as one value.
 *
 * @example provide(Ledger, { db: Database }, createLedger)
 */
export const provide = <T, const U extends Uses>(
  token: ServiceToken<T>,
  uses: U,
  create: (services: ServicesOf<U>, host: ServerHost) => T | Promise<T>,
): Provided => ({ token, uses, create })

/** The server module of a built-in: a table of contents. @example const server: BuiltinServer = { endpoints: [handleGiftCoins] } */
export interface BuiltinServer<U extends Uses = Uses> {
  readonly settings?: SettingDeclarations
  /** Services for other plugins. Two providers of one token, or a cycle, keep the plugin from starting and name both. */
  readonly provides?: readonly Provided[]
  /** Services for this plugin alone, created before those of `provides`. */
  readonly internal?: readonly Provided[]
  /** Served with their endpoints; each offers its service, unless `provides` has another for its token. */
  readonly resources?: readonly ServedResource[]
  readonly endpoints?: readonly Answer[]
  readonly jobs?: readonly Job[]
  readonly listeners?: readonly Listener[]
  /** The services of `setup`. */
  readonly uses?: U
  /** Runs last, for what has no list: health lines, entries of the session answer, raw routes, clean-up. */
  setup?(services: ServicesOf<U>, host: ServerHost): void | Promise<void>
}

/** A server module that runs in the product's process with the services it names. Made by {@link definePluginServer}. @example const needed = (server: TrustedServer) => server.uses.map(({ id }) => id) */
export interface TrustedServer {
  readonly kind: 'trusted-server'
  readonly uses: readonly ServiceToken<unknown>[]
  readonly provides: readonly ServiceToken<unknown>[]
  readonly settings?: SettingDeclarations
  /** Returns the provided services by token id. */
  setUp(
    resolve: (token: ServiceToken<unknown>) => unknown,
    host: ServerHost,
  ): Promise<ReadonlyMap<string, unknown>>
}

/** Finds own services first; those of others by `resolve`. */
const createFinder =
  (own: ReadonlyMap<string, unknown>, resolve: (token: ServiceToken<unknown>) => unknown) =>
  (uses: Uses): Readonly<Record<string, unknown>> => {
    const find = (token: ServiceToken<unknown>) => {
      if (!own.has(token.id)) return resolve(token)
      return token.optional ? { get: () => own.get(token.id) } : own.get(token.id)
    }
    return Object.fromEntries(Object.entries(uses).map(([name, token]) => [name, find(token)]))
  }

export function createTrustedServer({
  settings,
  provides = [],
  internal = [],
  resources = [],
  endpoints = [],
  jobs = [],
  listeners = [],
  uses = {},
  setup,
}: BuiltinServer): TrustedServer {
  const created = [...internal, ...provides]
  const published = [...new Map([...resources, ...provides].map(({ token }) => [token.id, token])).values()]
  const own = new Set([...created, ...resources].map(({ token }) => token.id))
  const parts = [...created, ...resources, ...endpoints, ...jobs, ...listeners]
  return {
    kind: 'trusted-server',
    uses: [...Object.values(uses), ...parts.flatMap((part) => Object.values(part.uses))].filter(
      ({ id }) => !own.has(id),
    ),
    provides: published,
    ...(settings && { settings }),
    async setUp(resolve, host) {
      const services = new Map<string, unknown>()
      const find = createFinder(services, resolve)
      // The types were checked where each value was made.
      for (const each of created)
        services.set(each.token.id, await each.create(find(each.uses) as never, host))
      for (const { token, uses: needed, serve } of resources) {
        const service = serve(find(needed) as never, host)
        if (!services.has(token.id)) services.set(token.id, service)
      }
      for (const { endpoint, uses: needed, run } of endpoints) {
        const found = find(needed)
        host.endpoint(endpoint, (call) => run({ ...found, ...call } as never) as never)
      }
      for (const { name, options, uses: needed, run } of jobs) {
        const found = find(needed)
        host.job(name, options, (payload, context) => run({ ...found, payload, ...context } as never))
      }
      for (const { event, uses: needed, run } of listeners) {
        const found = find(needed)
        host.on(event, (delivered) => run({ ...found, ...delivered } as never))
      }
      await setup?.(find(uses), host)
      return new Map(published.map(({ id }) => [id, services.get(id)]))
    },
  }
}
