import type {
  Capability,
  EventType,
  HookBus,
  ServerHooks,
  Servable,
  Served,
  ServiceToken,
} from '@spawnpoint/sdk/common'
import type { z } from 'zod'
import type { SessionEntries } from './server-host.ts'
import type { BlobsService, ClockService, HealthReport, LimitsService, LogService } from './services.ts'

/** Statements of a plugin, in its own schema and under its own database role, 10 s each. @example await context.db.sql`select * from note where owner = ${actor.id}` */
export interface PluginQueries {
  /** Runs one statement; each `${…}` travels as a parameter, never as text. Resolves to its rows. */
  sql<Row = Record<string, unknown>>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Row[]>
}

/** A transaction of a plugin; what is emitted or queued with it exists only if it commits. @example await context.db.transaction((tx) => context.events.emit(noteSaved, { id, text: 'Hello' }, { tx })) */
export interface PluginTransaction extends PluginQueries {
  readonly kind: 'plugin-transaction'
}

/** The plugin's PostgreSQL schema; unqualified names are its own tables. @example await context.db.transaction(async (tx) => { await tx.sql`delete from note where owner = ${actor.id}` }) */
export interface PluginDatabase extends PluginQueries {
  /** Commits when `work` is fulfilled, rolls back when it is rejected or takes longer than 30 s (`E_TRANSACTION_TIME`). */
  transaction<R>(work: (tx: PluginTransaction) => Promise<R>): Promise<R>
}

/** Background work. @example await context.db.transaction((tx) => context.jobs.add('deliver', { delivery: id }, { tx })) */
export interface PluginJobs {
  /** Queues a job. `key`: a job with the same key that has not begun is replaced. */
  add(
    name: string,
    payload: unknown,
    options?: { readonly tx?: PluginTransaction; readonly runAt?: Date; readonly key?: string },
  ): Promise<void>
}

/** Facts. @example await context.events.emit(noteSaved, { id, text: 'Hello' }) */
export interface PluginEvents {
  /** Tells a fact of this plugin. Throws `E_EVENT_OWNER` when the event's name does not begin with its id. */
  emit<S extends z.ZodType>(
    event: EventType<S>,
    payload: z.input<S>,
    options?: { readonly tx?: PluginTransaction },
  ): Promise<void>
}

/** The operator's settings of this plugin, secrets in clear. @example context.config.read()['webhook_url'] */
export interface PluginConfig {
  /** Values as the settings form saved them, with the schema's defaults filled in. */
  read(): Readonly<Record<string, unknown>>
  /** Runs after each save that changed a value, in every process; returns its undo. */
  onChange(listener: (values: Readonly<Record<string, unknown>>) => void): () => void
}

/**
 * Services of other plugins that the manifest names.
 *
 * @example
 * const Colors = defineService<{ of(user: string): Promise<string> }>('notes.colors')
 * const color = await context.services.find(Colors)?.of(actor.id)
 */
export interface PluginServices {
  /**
   * The service while its plugin is on, else null, with the methods that take and answer plain data. A token of which
   * nothing is left is refused.
   */
  find<T>(token: ServiceToken<T> & Servable<T>): Served<T> | null
}

/** Members that every server module has, whatever its capabilities. @example context.log.info({ id }, 'a note was made') */
export interface PluginContextBase {
  readonly id: string
  readonly version: string
  readonly log: LogService
  readonly clock: ClockService
  readonly config: PluginConfig
  readonly limits: LimitsService
  /** A line on the health page. */
  health(name: string, check: () => Promise<HealthReport>): void
  /** Adds entries, named `<id>.<name>`, to the session answer. */
  describeSession(describe: (user: { readonly id: string }) => Promise<SessionEntries>): void
  /**
   * Runs when the plugin is switched off, for at most 5 s. What is made through this context is undone without it; timers
   * and sockets of the plugin's own are its to close here.
   */
  onDispose(undo: () => void | Promise<void>): void
}

/** Members by capability. @example PluginContextMembers['server.db'] // { db: PluginDatabase } */
export interface PluginContextMembers {
  readonly 'server.db': { readonly db: PluginDatabase }
  readonly 'server.jobs': { readonly jobs: PluginJobs }
  readonly 'server.blobs': { readonly blobs: BlobsService }
  /** Taps of the server's hooks; they go with the plugin. */
  readonly 'server.hooks': { readonly hooks: HookBus<ServerHooks> }
  readonly 'server.events': { readonly events: PluginEvents }
  readonly 'server.services': { readonly services: PluginServices }
  readonly 'http.external': {
    /**
     * As the standard's `fetch`, for the hosts that the manifest names: `https` on port 443, public addresses, redirects
     * on the same host, 10 MB, 30 s. Throws `E_HOST` for others and `E_FETCH_SIZE`.
     */
    readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  }
}

type Member<C extends string, K extends keyof PluginContextMembers> = [
  Extract<C, K | `${K}:${string}`>,
] extends [never]
  ? unknown
  : PluginContextMembers[K]

/** The context of a server module: the base, and one member for each capability of its manifest. @example PluginContext<'server.db'> */
export type PluginContext<C extends string> = PluginContextBase &
  Member<C, 'server.db'> &
  Member<C, 'server.jobs'> &
  Member<C, 'server.blobs'> &
  Member<C, 'server.hooks'> &
  Member<C, 'server.events'> &
  Member<C, 'server.services'> &
  Member<C, 'http.external'>

/** A context with every member, as the kernel makes it; those that are not granted throw. @example const idOf = ({ id }: AnyContext) => id */
export type AnyContext = PluginContext<Capability>
