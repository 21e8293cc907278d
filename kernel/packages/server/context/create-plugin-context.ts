import { reachOf, type EventType, type Served, type ServiceToken } from '@spawnpoint/sdk/common'
import type {
  AnyContext,
  BlobsService,
  ClockService,
  JobsService,
  LimitsService,
  LogService,
  PluginConfig,
  PluginDatabase,
  PluginEvents,
  PluginJobs,
  PluginServices,
  RegisteringHost,
  Registrar,
  SessionEntries,
} from '@spawnpoint/sdk/server'
import { isForPlugins } from '../../../../sdk/server/for-plugins.ts'
import type { ServiceRegistry } from '../../../server/host/service-registry.ts'
import { grantMembers, notGranted } from './grants.ts'
import type { Fetch } from './guarded-fetch.ts'
import { addJobIn, emitIn } from './in-transaction.ts'

/** All that a plugin's context is made of; what the manifest does not grant stays inside. */
export interface ContextParts {
  readonly id: string
  readonly version: string
  /** As the manifest says it. */
  readonly title: string
  readonly capabilities: readonly string[]
  /** Passes each effect through the gate and undoes it when the plugin goes. */
  readonly host: RegisteringHost
  readonly log: LogService
  readonly clock: ClockService
  readonly limits: LimitsService
  readonly blobs: BlobsService
  readonly config: PluginConfig
  readonly jobs: JobsService
  readonly services: Pick<ServiceRegistry, 'find'>
  readonly db: PluginDatabase
  readonly fetch: Fetch
  /** Writes to the outbox in a transaction of its own. */
  emit(event: EventType, payload: unknown): Promise<void>
  /** Throws when the plugin was switched off: what it left running must not go on acting. */
  requireOn(): void
}

const MOST_ATTEMPTS = 100
const LONGEST_JOB_MS = 300_000

/** Attempts of each job that was registered, for those that are queued within a transaction. */
type Attempts = Map<string, number>

const jobsOf = ({ id, jobs, requireOn }: ContextParts, attempts: Attempts): PluginJobs => ({
  async add(name, payload, { tx, ...options } = {}) {
    requireOn()
    const maxAttempts = attempts.get(name) ?? 25
    if (tx) return addJobIn(tx, { plugin: id, name, payload, maxAttempts, ...options })
    return jobs.add(name, payload, options)
  },
})

const eventsOf = ({ id, emit, requireOn }: ContextParts): PluginEvents => ({
  async emit(event, payload, { tx } = {}) {
    requireOn()
    if (!event.name.startsWith(`${id}:`))
      throw new Error(`E_EVENT_OWNER: ${event.name} is no event of ${id}; name it ${id}:<fact>`)
    if (tx) return emitIn(tx, { plugin: id, name: event.name, payload: event.payload.parse(payload) })
    return emit(event, payload)
  },
})

function registrarOf({ id, capabilities, host }: ContextParts, attempts: Attempts): Registrar {
  const require = (capability: string, what: string) => {
    if (!capabilities.includes(capability)) throw notGranted(`${id} ${what}`, capability)
  }
  return {
    endpoint(endpoint, handler) {
      require('server.http', `answers ${endpoint.method} ${endpoint.path}`)
      // Both kinds of plugin process get the same input, so that the same handler runs in either.
      host.endpoint(endpoint, ({ request: _request, reply: _reply, ...input }) => handler(input))
    },
    job(name, options, run) {
      require('server.jobs', `runs the job ${name}`)
      const maxAttempts = Math.min(options.maxAttempts ?? 25, MOST_ATTEMPTS)
      const timeoutMs = Math.min(options.timeoutMs ?? 60_000, LONGEST_JOB_MS)
      attempts.set(name, maxAttempts)
      host.job(name, { ...options, maxAttempts, timeoutMs }, run)
    },
    on(event, handler) {
      require(`server.events:${event.name}`, `listens to ${event.name}`)
      host.on(event, handler)
    },
  }
}

/** A plugin may keep what it found; once it is off, nothing may act in its name. */
const whileOn = <T extends object>(service: T, requireOn: () => void): T =>
  new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]): unknown => {
        requireOn()
        return Reflect.apply(member, target, args)
      }
    },
  })

function servicesOf({ id, title, capabilities, services, requireOn }: ContextParts): PluginServices {
  const granted = new Set(reachOf(capabilities, 'server.services:'))
  return {
    find<T>(token: ServiceToken<T>) {
      requireOn()
      if (!granted.has(token.id)) throw notGranted(`${id} uses ${token.id}`, `server.services:${token.id}`)
      const found: unknown = services.find(token)
      const own = isForPlugins(found) ? whileOn(found.serve({ id, title, capabilities }), requireOn) : found
      // The provider was type-checked against the token's interface.
      return own as Served<T> | null
    },
  }
}

// A worker's entries pass here twice, once on each side.
const ownName = (id: string, name: string) => (name.startsWith(`${id}.`) ? name : `${id}.${name}`)

const prefixed = (id: string, entries: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [ownName(id, name), value]))

/** A third party's entries can never stand in the place of the product's. */
const named = (id: string, { userInfo = {}, billing = {}, stats = {} }: SessionEntries): SessionEntries => ({
  userInfo: prefixed(id, userInfo),
  billing: prefixed(id, billing),
  stats: prefixed(id, stats),
})

/** The two arguments of an added plugin's server module: what it may use, and what takes its values. */
export interface PluginSide {
  readonly context: AnyContext
  readonly registrar: Registrar
}

/** Builds the context of a server module: the base, and one member for each capability of its manifest. */
export function createPluginSide(parts: ContextParts): PluginSide {
  const { id, version, log, clock, config, limits, blobs, db, fetch, host, requireOn } = parts
  const describeSession: RegisteringHost['describeSession'] = (describe) =>
    host.describeSession(async (user) => named(id, (await describe(user)) ?? {}))
  const attempts: Attempts = new Map()
  const context = grantMembers<AnyContext>(
    {
      id,
      version,
      log,
      clock,
      config,
      limits,
      health: host.health,
      describeSession,
      onDispose: host.onDispose,
      db,
      jobs: jobsOf(parts, attempts),
      blobs,
      hooks: host.hooks,
      events: eventsOf(parts),
      services: servicesOf(parts),
      fetch: async (url, init) => {
        requireOn()
        return fetch(url, init)
      },
    },
    parts,
  )
  return { context, registrar: registrarOf(parts, attempts) }
}
