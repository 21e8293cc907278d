import type {
  AnyEndpoint,
  EventType,
  HookBus,
  ReplyOf,
  ServerHooks,
  Transaction,
} from '@spawnpoint/sdk/common'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { EndpointHandler, HandlerInput } from './answer.ts'
import type { JobContext, JobOptions } from './jobs.ts'
import type { HealthReport } from './services.ts'
import type { Used, Uses } from './uses.ts'

/** An event as a listener receives it. At least once: handle it idempotently by `id`. @example Delivered<{ amount: number }> */
export interface Delivered<T> {
  readonly id: string
  readonly at: Date
  readonly payload: T
}

/** A listener with its event, for the list `listeners` of a plugin's server module. @example const listeners: readonly Listener[] = [welcome] */
export interface Listener<U extends Uses = Uses> {
  readonly event: EventType
  readonly uses: U
  run(call: never): Promise<void>
}

/**
 * Listens to an event of any plugin; delivered after commit, at least once, retried with back-off. `run` receives what was
 * delivered and what `uses` names.
 *
 * @example
 * export const greet = listen(serverCreated, { log: Log }, async ({ payload, log }) => log.info(payload, 'a server was created'))
 */
export const listen = <S extends z.ZodType, const U extends Uses>(
  event: EventType<S>,
  uses: U,
  run: (call: Delivered<z.output<S>> & Used<U>) => Promise<void>,
): Listener<U> => ({ event: event as EventType, uses, run })

/** Entries a plugin adds to the session answer. @example { userInfo: { credits: 50 } } */
export interface SessionEntries {
  readonly userInfo?: Readonly<Record<string, unknown>>
  readonly billing?: Readonly<Record<string, unknown>>
  readonly stats?: Readonly<Record<string, unknown>>
}

/** An option of a command, such as `--from <where>`; without `value` it is a switch. @example { name: 'dry-run', summary: 'write nothing' } */
export interface AdminOption {
  /** In lower case with dashes; the command gets its value under this name. */
  readonly name: string
  /** Name of the value that follows; left out for a switch. */
  readonly value?: string
  readonly summary: string
}

/** Options as they were given: a text, or true for a switch. @example const options: AdminOptions = { from: 'dump.sql', 'dry-run': true } */
export type AdminOptions = Readonly<Record<string, string | true>>

/**
 * A command of `npm run admin`. It runs in a process of its own, beside the product or while that is stopped.
 *
 * @example host.command('forget-notes', { summary: 'delete all notes of a user', arguments: ['username'], run: async ([login = '']) => ({ text: `Deleted the notes of ${login}.` }) })
 */
export interface AdminCommand {
  readonly summary: string
  /** Names of what is given, in order; all are required. */
  readonly arguments: readonly string[]
  /** All can be left out; unknown ones are refused before the command runs. */
  readonly options?: readonly AdminOption[]
  /** Answers what is printed; `failed` ends with exit code 1. */
  run(
    given: readonly string[],
    options?: AdminOptions,
  ): Promise<{ readonly text: string; readonly failed?: boolean }>
}

/**
 * Registers the effects of a server module that have no list. Everything registered here disappears when the plugin is switched off; anything
 * else it starts, it hands to `onDispose`.
 *
 * @example const register = (host: ServerHost) => host.health('notes', async () => ({ status: 'healthy', detail: 'all well' }))
 */
export interface ServerHost {
  readonly id: string
  /**
   * Mounts routes that are no JSON endpoint (downloads, redirects, web sockets). The route's access is
   * declared in `config: { access }` of each Fastify route, or the mount is refused. A path outside of `/api` is a page of
   * the plugin's own, by GET and HEAD, and every address with the same first segment is the plugin's; so is what stands
   * below `/api/docs/<name>`.
   */
  routes(register: (app: FastifyInstance) => void): void
  /** Adds entries to the session answer. Budget 200 ms; a failure leaves the entries out and is logged. */
  describeSession(describe: (user: { readonly id: string }) => Promise<SessionEntries>): void
  /** A command for the operator at the server: `npm run admin -- <name> …`. Not offered to plugins in a worker. */
  command(name: string, command: AdminCommand): void
  /** The server's hooks; taps go with the plugin. */
  readonly hooks: HookBus<ServerHooks>
  /** A line on the health page. */
  health(name: string, check: () => Promise<HealthReport>): void
  /** Runs when the plugin is switched off or the server stops. */
  onDispose(undo: () => void | Promise<void>): void
}

/** The kernel's side of a server module: takes the values that it lists. @example const mount = (registrar: Registrar) => registrar.endpoint(storeItems, async () => ({ items: [] })) */
export interface Registrar {
  /** Mounts an endpoint under its declared path. Throws `E_ENDPOINT_PATH` when it is outside `/api/<id>/`. */
  endpoint<E extends AnyEndpoint>(
    endpoint: E,
    handler: (call: Omit<HandlerInput<E>, 'request' | 'reply'>) => Promise<ReplyOf<E>>,
  ): void
  /** A background job, run by any process of the product, at least once. */
  job<S extends z.ZodType>(
    name: string,
    options: JobOptions<S>,
    run: (payload: z.output<S>, context: JobContext) => Promise<void>,
  ): void
  /** Listens to an event of any plugin; delivered after commit, at least once, retried with back-off. */
  on<S extends z.ZodType>(
    event: EventType<S>,
    handler: (event: Delivered<z.output<S>>) => Promise<void>,
  ): void
}

/** The kernel's side of a built-in. Its handlers get the raw request and reply. @example const mount = (host: RegisteringHost) => host.endpoint(storeItems, async () => ({ items: [] })) */
export interface RegisteringHost extends ServerHost, Registrar {
  endpoint<E extends AnyEndpoint>(endpoint: E, handler: EndpointHandler<E>): void
}

/** Work inside one database transaction. @example const countNotes: InTransaction<number> = async (tx) => tx.$count(notes) */
export type InTransaction<R> = (tx: Transaction) => Promise<R>
