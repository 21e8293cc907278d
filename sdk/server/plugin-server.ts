import type {
  BuiltinManifest,
  Capability,
  ServicesOf,
  ServiceToken,
  SettingDeclarations,
} from '@spawnpoint/sdk/common'
import type { Answer } from './answer.ts'
import type { Job } from './jobs.ts'
import type { AnyContext, PluginContext } from './plugin-context.ts'
import type { ServedResource } from './resource/serve-resource.ts'
import type { Listener, RegisteringHost, Registrar, ServerHost } from './server-host.ts'
import type { Grants, Tokens } from './uses.ts'

/** A service with the code that creates it, for the lists `provides` and `internal` of a plugin's server module. @example const services: readonly Provided[] = [provide(Ledger, { db: Database }, createLedger)] */
export interface Provided {
  readonly token: ServiceToken<unknown>
  readonly uses: Tokens
  create(services: never, host: ServerHost): unknown
}

/**
 * A service and the code that creates it, as one value.
 *
 * @example provide(Ledger, { db: Database }, createLedger)
 */
export const provide = <T, const U extends Tokens>(
  token: ServiceToken<T>,
  uses: U,
  create: (services: ServicesOf<U>, host: ServerHost) => T | Promise<T>,
): Provided => ({ token, uses, create })

/** The server module of a built-in: a table of contents. @example const server: BuiltinServer = { endpoints: [handleGiftCoins] } */
export interface BuiltinServer<U extends Tokens = Tokens> {
  readonly settings?: SettingDeclarations
  /** Services for other plugins. Two providers of one token, or a cycle, keep the plugin from starting and name both. */
  readonly provides?: readonly Provided[]
  /** Services for this plugin alone, created before those of `provides`. */
  readonly internal?: readonly Provided[]
  /** Served with their endpoints; each offers its service, unless `provides` has another for its token. */
  readonly resources?: readonly ServedResource[]
  readonly endpoints?: readonly Answer<Tokens>[]
  readonly jobs?: readonly Job<Tokens>[]
  readonly listeners?: readonly Listener<Tokens>[]
  /** The services of `setup`. */
  readonly uses?: U
  /** Runs last, for what has no list: health lines, entries of the session answer, raw routes, clean-up. */
  setup?(services: ServicesOf<U>, host: ServerHost): void | Promise<void>
}

type Granted<C extends string, K extends string, T> = [Extract<C, K>] extends [never] ? never : T

/** The server module of an added plugin: each list needs its capability. @example const server: AddedServer<'server.http'> = { setup: ({ log }) => log.info({}, 'started') } */
export interface AddedServer<C extends string> {
  readonly resources?: Granted<C, 'server.http', Granted<C, 'server.db', readonly ServedResource[]>>
  readonly endpoints?: Granted<C, 'server.http', readonly Answer<Grants>[]>
  readonly jobs?: Granted<C, 'server.jobs', readonly Job<Grants>[]>
  readonly listeners?: Granted<C, `server.events:${string}`, readonly Listener<Grants>[]>
  /** Runs last, for what has no list: health lines, entries of the session answer, taps of hooks, clean-up. */
  setup?(context: PluginContext<C>): void | Promise<void>
}

/** The server module of an added plugin as the kernel runs it, in its process or in a worker. Made by {@link definePluginServer}. @example const start = (server: PluginServer, context: AnyContext, registrar: Registrar) => server.setup(context, registrar) */
export interface PluginServer {
  readonly kind: 'plugin-server'
  /** The kernel gives the context that the manifest's capabilities grant, and takes the listed values. */
  setup(context: AnyContext, registrar: Registrar): Promise<void>
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
    host: RegisteringHost,
  ): Promise<ReadonlyMap<string, unknown>>
}

/** Finds own services first; those of others by `resolve`. */
const createFinder =
  (own: ReadonlyMap<string, unknown>, resolve: (token: ServiceToken<unknown>) => unknown) =>
  (uses: Tokens): Readonly<Record<string, unknown>> => {
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
  const offered = [...resources, ...provides].map(({ token }) => token)
  const sections = resources.flatMap(({ section, targets, exports }) => [section, targets, exports])
  const published = [...new Map([...offered, ...sections].map((token) => [token.id, token])).values()]
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
      for (const { token, section, targets, exports, uses: needed, serve } of resources) {
        const served = serve(find(needed) as never, host)
        if (!services.has(token.id)) services.set(token.id, served.service)
        if (served.section) services.set(section.id, served.section)
        services.set(targets.id, served.targets)
        services.set(exports.id, served.exports)
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

interface AddedLists {
  readonly resources?: readonly ServedResource[]
  readonly endpoints?: readonly Answer[]
  readonly jobs?: readonly Job[]
  readonly listeners?: readonly Listener[]
  setup?(context: AnyContext): void | Promise<void>
}

/**
 * Members of the context beside those of a call, which win: `id` of a delivered event is the event's. A member that is not
 * granted throws when it is read, as on the context itself.
 */
const joined = (context: object, call: object): never =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(context), ...Object.getOwnPropertyDescriptors(call) },
  ) as never

const createAddedServer = ({
  resources = [],
  endpoints = [],
  jobs = [],
  listeners = [],
  setup,
}: AddedLists): PluginServer => ({
  kind: 'plugin-server',
  async setup(context, registrar) {
    for (const each of resources) each.serveAdded(context, registrar)
    for (const { endpoint, run } of endpoints)
      registrar.endpoint(endpoint, (call) => run(joined(context, call)) as never)
    for (const { name, options, run } of jobs)
      registrar.job(name, options, (payload, job) => run(joined(context, { payload, ...job })))
    for (const { event, run } of listeners)
      registrar.on(event, (delivered) => run(joined(context, delivered)))
    await setup?.(context)
  },
})

/**
 * Declares the server module of a plugin as a list of its values. A built-in's values name services by token. Those of an
 * added plugin name its manifest and get a member for each capability of it and no others: an ungranted one is absent in
 * types, and throws `E_CAPABILITY` with the manifest line to add at run time. The same code runs in the server's process or
 * in a worker, as manifest and operator say.
 *
 * @example
 * const readNotes = answer(listNotes, manifest, async ({ actor, db }) => ({
 *   notes: [...(await db.sql<Note>`select id, text from note where owner = ${actor.id}`)],
 * }))
 *
 * export default definePluginServer(manifest, { endpoints: [readNotes] })
 */
export function definePluginServer<const U extends Tokens = Tokens>(
  manifest: BuiltinManifest,
  server: BuiltinServer<U>,
): TrustedServer
export function definePluginServer<const C extends readonly Capability[]>(
  manifest: { readonly capabilities: C },
  server: AddedServer<C[number]>,
): PluginServer
export function definePluginServer(
  manifest: BuiltinManifest | Grants,
  server: object,
): TrustedServer | PluginServer {
  // The signatures above say which lists belong to which manifest.
  return 'kind' in manifest && manifest.kind === 'builtin'
    ? createTrustedServer(server)
    : createAddedServer(server)
}
