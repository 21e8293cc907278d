import type { EventType } from '@spawnpoint/sdk/common'
import {
  addressPrefix,
  type AdminCommand,
  type HealthReport,
  type JobContext,
  type RegisteringHost,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../common/hooks/gate.ts'
import type { EventBus } from '../events/events.ts'
import { createChildApp, mountEndpoint, type ChildDeps } from '../http/child-app.ts'
import { failureOf } from '../http/failure.ts'
import { compressReplies } from '../http/compress-replies.ts'
import { boundReplies } from '../http/largest-reply.ts'
import type { JobRunner } from '../jobs/jobs.ts'
import type { KernelServerHooks } from './server-hooks.ts'
import type { EffectBounds, Run } from './packaged-plugins.ts'
import { withinBudget } from './within-budget.ts'

export interface Registrations {
  readonly health: { readonly name: string; check(): Promise<HealthReport> }[]
  /** The operator's commands. */
  readonly commands: (AdminCommand & { readonly name: string })[]
}

/** The registering side of one plugin, with the undo of all it registered. */
export interface OwnedHost {
  readonly host: RegisteringHost
  readonly app: FastifyInstance
  readonly registrations: Registrations
  dispose(): Promise<void>
}

export interface HostDeps {
  readonly child: ChildDeps
  readonly gate: Gate
  readonly hooks: KernelServerHooks
  readonly events: EventBus
  readonly runner: JobRunner
}

const DEFAULTS = { maxAttempts: 25, timeoutMs: 60_000 }
const HANDLER_BUDGET_MS = 30_000
const HEALTH_BUDGET_MS = 5_000
const DISPOSE_BUDGET_MS = 5_000

const isFault = (error: unknown) => failureOf(error).isFault
// Background work meets trouble outside and is tried again: only what was given up speaks against the plugin.
const isLastFault =
  ({ attempt, maxAttempts }: JobContext) =>
  (error: unknown) =>
    attempt >= maxAttempts && isFault(error)

const callerOf = ({ actor, ip }: { actor: { readonly id: string } | null; ip: string }) => {
  const place = addressPrefix(ip)
  return { person: actor?.id ?? place, place }
}

const freely: Run = (run) => run()
const unbounded: EffectBounds = {
  capped: freely,
  as: () => freely,
  largestBody: Number.POSITIVE_INFINITY,
  largestReply: Number.POSITIVE_INFINITY,
}

/** Shared by the registrations of one plugin. */
interface Scope {
  readonly id: string
  readonly deps: HostDeps
  readonly bounds: EffectBounds
  /** One job and one event at a time. */
  readonly isSerial: boolean
  readonly app: FastifyInstance
  /** Undoes it with the plugin. */
  own(undo: () => unknown): void
  /** Runs what the plugin registered: through the gate, and in its own bounds. */
  run<T>(effect: string, work: () => Promise<T>, rules: Parameters<Gate['runOrFail']>[3]): Promise<T>
}

/** Undoes one after the other, the last made first; one that throws or hangs keeps none of the others from it. */
async function undoAll(undo: readonly (() => unknown)[]) {
  const failures: unknown[] = []
  for (const each of undo.toReversed())
    try {
      await withinBudget(Promise.resolve(each()), DISPOSE_BUDGET_MS, 'its clean-up')
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** The undo of all that a plugin has registered. */
function createUndoList(id: string, log: ChildDeps['log']): Pick<Scope, 'own'> & Pick<OwnedHost, 'dispose'> {
  const undo: (() => unknown)[] = []
  let isDisposed = false
  return {
    /** A set-up that took too long may go on: what it still registers is taken back at once. */
    own(each) {
      if (isDisposed)
        void undoAll([each]).catch((error: unknown) =>
          log.error({ plugin: id, err: error }, 'a clean-up failed'),
        )
      else undo.push(each)
    },
    dispose() {
      isDisposed = true
      return undoAll(undo.splice(0))
    },
  }
}

function registerCalls({ id, deps, bounds, app, run }: Scope): Pick<RegisteringHost, 'endpoint' | 'routes'> {
  const base = `/api/${id}`
  return {
    endpoint(endpoint, handler) {
      if (endpoint.path !== base && !endpoint.path.startsWith(`${base}/`))
        throw new Error(`E_ENDPOINT_PATH: ${endpoint.path} of ${id} is outside of ${base}`)
      if ((endpoint.bodyLimit ?? 0) > bounds.largestBody)
        throw new Error(`E_BODY_LIMIT: ${endpoint.path} of ${id} takes more than ${bounds.largestBody} bytes`)
      const effect = `${endpoint.method} ${endpoint.path}`
      mountEndpoint(app, id, deps.child, endpoint, (input) =>
        bounds.capped(() =>
          run(effect, () => handler(input), {
            budgetMs: HANDLER_BUDGET_MS,
            isFault,
            caller: callerOf(input),
            requestId: input.requestId,
          }),
        ),
      )
    },
    routes(register) {
      app.register(async (scoped) => register(scoped))
    },
  }
}

const registerWork = ({ id, deps, isSerial, own, run }: Scope): Pick<RegisteringHost, 'job' | 'on'> => ({
  job(name, options, perform) {
    const { maxAttempts = DEFAULTS.maxAttempts, timeoutMs = DEFAULTS.timeoutMs } = options
    own(
      deps.runner.register(id, name, {
        payload: options.payload,
        maxAttempts,
        timeoutMs,
        schedule: options.schedule ?? null,
        prunes: options.prunes ?? false,
        isSerial,
        // The runner parsed the payload with this job's schema.
        run: (payload, context) =>
          run(`job ${name}`, () => perform(payload as never, context), {
            // The runner stops waiting then; here it is counted.
            budgetMs: timeoutMs,
            isFault: isLastFault(context),
          }),
      }),
    )
  },
  on(event, handler) {
    own(
      deps.events.register({
        plugin: id,
        event: event as EventType,
        isSerial,
        handle: (delivered, context) =>
          run(`on ${event.name}`, () => handler(delivered as never), {
            budgetMs: DEFAULTS.timeoutMs,
            isFault: isLastFault(context),
          }),
      }),
    )
  },
})

/**
 * An added plugin is bounded: so many calls at once, one job at a time, bodies and replies of a sensible size.
 */
export function createServerHost(id: string, deps: HostDeps, added: EffectBounds | null): OwnedHost {
  const bounds = added ?? unbounded
  const app: FastifyInstance = createChildApp(id, deps.child)
  if (added) boundReplies(app, id, added.largestReply)
  compressReplies(app)
  const { own, dispose } = createUndoList(id, deps.child.log)
  const run: Scope['run'] = (effect, work, rules) =>
    deps.gate.runOrFail(id, effect, () => bounds.as(effect)(work), rules)
  const registrations: Registrations = { health: [], commands: [] }
  const scope: Scope = { id, deps, bounds, isSerial: added !== null, app, own, run }

  const host: RegisteringHost = {
    id,
    ...registerCalls(scope),
    ...registerWork(scope),
    command: (name, command) => void registrations.commands.push({ ...command, name }),
    describeSession(describe) {
      own(deps.hooks.describeWith(id, (user) => bounds.as('describeSession')(() => describe(user))))
    },
    hooks: {
      on(name, fn, options) {
        const acting = (...args: Parameters<typeof fn>) => bounds.as(name)(async () => fn(...args))
        const tap = deps.hooks.forOwner(id).on(name, acting as typeof fn, options)
        own(tap.dispose)
        return tap
      },
    },
    health(name, check) {
      // A throw reports that something is not well, which is no fault.
      const rules = { budgetMs: HEALTH_BUDGET_MS, isFault: () => false }
      registrations.health.push({ name, check: () => run(`health ${name}`, check, rules) })
    },
    onDispose: own,
  }
  return { host, app, registrations, dispose }
}
