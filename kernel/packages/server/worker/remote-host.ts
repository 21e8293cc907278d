import type { JobContext, RegisteringHost } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { answerCall } from './answer-call.ts'
import { describeEndpoint } from './described-endpoint.ts'
import { runWorkerTap } from './remote-hooks.ts'
import type { Rpc } from './rpc.ts'
import type { RemoteCall } from './worker-init.ts'

/** Runs what was registered under a key; the main thread knows the key and no more. */
type Runnable = (input: never, signal: AbortSignal) => Promise<unknown>

const runningJob = z.object({ payload: z.unknown(), attempt: z.int(), maxAttempts: z.int() })
type RunningJob = z.infer<typeof runningJob>
interface RunningDelivery {
  readonly id: string
  readonly at: Date
  readonly payload: unknown
}

/** Keeps the code here, and tells the main thread what there is. */
function createRunnables(id: string, rpc: Pick<Rpc, 'tell'>) {
  const runnables = new Map<string, Runnable>()
  return {
    register(kind: string, key: string, spec: unknown, run: Runnable) {
      if (runnables.has(key)) throw new Error(`E_REGISTERED_TWICE: ${id} registers ${key} twice`)
      runnables.set(key, run)
      rpc.tell('register', kind, key, spec)
    },
    numbered: (kind: string) =>
      `${kind} ${[...runnables.keys()].filter((key) => key.startsWith(kind)).length}`,
    async run(key: string, input: unknown, signal: AbortSignal) {
      const runnable = runnables.get(key)
      if (!runnable) throw new Error(`${id} has registered nothing as ${key}`)
      // The main thread passes what the key's kind takes.
      return runnable(input as never, signal)
    },
  }
}

/** The registering side of a plugin in its worker. */
export function createRemoteHost(id: string, rpc: Pick<Rpc, 'tell'>) {
  const { register, numbered, run: runRegistered } = createRunnables(id, rpc)
  const undo: (() => unknown)[] = []

  const host: RegisteringHost = {
    id,
    endpoint(endpoint, handler) {
      const run = answerCall(endpoint, handler)
      const key = `${endpoint.method} ${endpoint.path}`
      register('endpoint', key, describeEndpoint(endpoint), (call: RemoteCall) => run(call))
    },
    routes() {
      throw new Error(`E_WORKER: ${id} mounts routes of its own, which a worker cannot`)
    },
    job(name, { payload: schema, ...options }, run) {
      register('job', `job ${name}`, { name, ...options }, async (input: RunningJob, signal) => {
        const context: JobContext = { attempt: input.attempt, maxAttempts: input.maxAttempts, signal }
        await run(schema.parse(input.payload), context)
      })
    },
    on(event, handler) {
      register('event', `on ${event.name}`, { name: event.name }, async (delivered: RunningDelivery) => {
        await handler({ ...delivered, payload: event.payload.parse(delivered.payload) })
      })
    },
    describeSession(describe) {
      register('describe', numbered('describe'), {}, (user: { id: string }) => describe(user))
    },
    hooks: {
      on(name, tap, options = {}) {
        let isLive = true
        const run = runWorkerTap[name] as (tap: unknown, input: unknown) => Promise<unknown>
        const silent = name === 'onRequest' || name === 'dispose' ? undefined : []
        register('hook', numbered('hook'), { name, ...options }, async (input: unknown) =>
          isLive ? run(tap, input) : silent,
        )
        return { dispose: () => void (isLive = false) }
      },
    },
    health(name, check) {
      register('health', `health ${name}`, { name }, () => check())
    },
    command() {
      throw new Error(`E_WORKER: ${id} brings a command, which a worker cannot`)
    },
    onDispose: (each) => void undo.push(each),
  }

  return {
    host,
    run: runRegistered,
    async dispose() {
      for (const each of undo.splice(0).toReversed()) await each()
    },
  }
}
