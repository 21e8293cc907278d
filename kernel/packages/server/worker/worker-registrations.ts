import { EndpointFailure, type HealthReport, type SessionEntries } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import type { PluginSide } from '../context/create-plugin-context.ts'
import { tapForWorker } from './remote-hooks.ts'
import { describedEndpoint, remoteEndpoint } from './described-endpoint.ts'
import { copyBody } from './upload-copy.ts'
import type { RemoteCall } from './worker-init.ts'

/** Runs what the worker registered under this key. */
export type RunRemote = (key: string, input: unknown, signal?: AbortSignal) => Promise<unknown>

export interface RemoteWorker {
  readonly run: RunRemote
  /** Fulfilled when the worker is down or does not answer at all right now; never otherwise. */
  silence(): Promise<void>
}

const job = z.object({
  name: z.string().min(1).max(100),
  maxAttempts: z.int().positive().optional(),
  timeoutMs: z.number().positive().optional(),
  schedule: z.string().optional(),
})
const named = z.object({ name: z.string().min(1).max(200) })
const part = z.record(z.string(), z.unknown()).optional()
const entries = z.object({ userInfo: part, billing: part, stats: part })
const report = z.object({
  status: z.enum(['healthy', 'warning', 'unhealthy']),
  detail: z.string(),
  todo: z.string().optional(),
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))

/** While the worker is down it says nothing of anybody, which is no fault of its own: its end was one. */
function unlessStopped(error: unknown): SessionEntries {
  if (error instanceof EndpointFailure) return {}
  throw error
}

interface Remote {
  run(input: unknown, signal?: AbortSignal): Promise<unknown>
  silence(): Promise<void>
}

type Register = (side: PluginSide, spec: unknown, remote: Remote) => void

const kinds: Readonly<Record<string, Register>> = {
  endpoint({ registrar }, spec, { run }) {
    const endpoint = remoteEndpoint(describedEndpoint.parse(spec))
    registrar.endpoint(endpoint, async ({ actor, params, query, body, ip, requestId }) => {
      const { id, session, permissions } = actor ?? {}
      const caller = id && session && permissions ? { id, session, permissions } : null
      const copied = await copyBody(endpoint, body)
      const call: RemoteCall = { actor: caller, params, query, body: copied, ip, requestId }
      return run(call)
    })
  },
  job({ registrar }, spec, { run }) {
    const { name, ...options } = job.parse(spec)
    registrar.job(name, { ...defined(options), payload: z.unknown() }, async (payload, running) => {
      const { attempt, maxAttempts, signal } = running
      await run({ payload, attempt, maxAttempts }, signal)
    })
  },
  event({ registrar }, spec, { run }) {
    const { name } = named.parse(spec)
    registrar.on({ kind: 'event', name, payload: z.unknown() }, async (delivered) => {
      await run(delivered)
    })
  },
  describe({ context }, _spec, { run, silence }) {
    context.describeSession(async (user) => {
      const described = await Promise.race([run(user).catch(unlessStopped), silence().then(() => ({}))])
      // Each of the three groups may be missing, as the type says.
      return defined(entries.parse(described)) as SessionEntries
    })
  },
  hook({ context }, spec, { run }) {
    tapForWorker(context.hooks, spec, (input) => run(input))
  },
  health({ context }, spec, { run }) {
    const { name } = named.parse(spec)
    context.health(name, async () => {
      // Zod writes an absent member as undefined.
      return defined(report.parse(await run(undefined))) as HealthReport
    })
  },
}

/**
 * Registers in the main thread what a worker says it has. A restarted worker says it again: its keys lead to the new one.
 * Routes cannot be added once the plugin is set up, since its app is closed then.
 */
export function createWorkerRegistrations(side: PluginSide, { run, silence }: RemoteWorker) {
  const { id, log } = side.context
  const known = new Set<string>()
  let isSetUp = false
  let failure: Error | null = null

  function register(kind: string, key: string, spec: unknown) {
    if (known.has(key)) return
    if (isSetUp && kind === 'endpoint')
      throw new Error(`E_REGISTERED_LATE: ${id} registers ${key} after its set-up`)
    const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!add) throw new Error(`a worker cannot register a ${kind}`)
    known.add(key)
    add(side, spec, { run: (input, signal) => run(key, input, signal), silence })
  }

  return {
    hear(kind: string, key: string, spec: unknown) {
      try {
        register(kind, key, spec)
      } catch (error) {
        if (isSetUp) log.error({ err: error }, 'a registration was refused')
        else failure ??= error instanceof Error ? error : new Error(String(error))
      }
    },
    /** Throws what went wrong with the registrations of the set-up. */
    finish() {
      if (failure) throw failure
      isSetUp = true
    },
  }
}
