import type { EventType } from '@spawnpoint/sdk/common'
import type { HealthReport, JobContext, ServerHost, SessionEntries } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../common/hooks/gate.ts'
import type { EventBus } from '../events/events.ts'
import { createChildApp, mountEndpoint, type ChildDeps } from '../http/child-app.ts'
import { failureOf } from '../http/failure.ts'
import type { JobRunner } from '../jobs/jobs.ts'

export interface Registrations {
  readonly health: { readonly name: string; check(): Promise<HealthReport> }[]
  readonly describers: ((user: { readonly id: string }) => Promise<SessionEntries>)[]
}

export interface HostDeps {
  readonly child: ChildDeps
  readonly gate: Gate
  readonly events: EventBus
  readonly runner: JobRunner
}

const DEFAULTS = { maxAttempts: 25, timeoutMs: 60_000 }
const HANDLER_BUDGET_MS = 30_000

const isFault = (error: unknown) => failureOf(error).isFault
// Background work meets trouble outside and is tried again: only what was given up speaks against the plugin.
const isLastFault =
  ({ attempt, maxAttempts }: JobContext) =>
  (error: unknown) =>
    attempt >= maxAttempts && isFault(error)

/** The registering side of one plugin, and the undo of all it registered. */
export function createServerHost(id: string, deps: HostDeps) {
  const app: FastifyInstance = createChildApp(id, deps.child)
  const undo: (() => unknown)[] = []
  const registrations: Registrations = { health: [], describers: [] }
  const base = `/api/${id}`

  const host: ServerHost = {
    id,
    endpoint(endpoint, handler) {
      if (endpoint.path !== base && !endpoint.path.startsWith(`${base}/`))
        throw new Error(`E_ENDPOINT_PATH: ${endpoint.path} of ${id} is outside of ${base}`)
      const effect = `${endpoint.method} ${endpoint.path}`
      mountEndpoint(app, id, deps.child, endpoint, (input) =>
        deps.gate.runOrFail(id, effect, () => handler(input), { budgetMs: HANDLER_BUDGET_MS, isFault }),
      )
    },
    routes(register) {
      app.register(async (scoped) => register(scoped))
    },
    job(name, options, run) {
      undo.push(
        deps.runner.register(id, name, {
          payload: options.payload,
          maxAttempts: options.maxAttempts ?? DEFAULTS.maxAttempts,
          timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
          schedule: options.schedule ?? null,
          // The runner parsed the payload with this job's schema.
          run: (payload, context) =>
            deps.gate.runOrFail(id, `job ${name}`, () => run(payload as never, context), {
              isFault: isLastFault(context),
            }),
        }),
      )
    },
    on(event, handler) {
      undo.push(
        deps.events.register({
          plugin: id,
          event: event as EventType,
          handle: (delivered, context) =>
            deps.gate.runOrFail(id, `on ${event.name}`, () => handler(delivered as never), {
              isFault: isLastFault(context),
            }),
        }),
      )
    },
    describeSession: (describe) => void registrations.describers.push(describe),
    health: (name, check) => void registrations.health.push({ name, check }),
    onDispose: (each) => void undo.push(each),
  }

  return {
    host,
    app,
    registrations,
    async dispose() {
      for (const each of undo.splice(0).toReversed()) await each()
    },
  }
}

export type OwnedHost = ReturnType<typeof createServerHost>
