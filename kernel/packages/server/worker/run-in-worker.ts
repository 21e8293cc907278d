import type { LogService } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { withinBudget } from '../../../server/host/within-budget.ts'
import { kernelFailure } from '../../../server/http/failure.ts'
import type { PluginSide } from '../context/create-plugin-context.ts'
import { serveContext, writeLine } from './serve-context.ts'
import type { WorkerInit } from './worker-init.ts'
import { createWorkerRegistrations, type RunRemote } from './worker-registrations.ts'
import { startWorkerThread, type WorkerThread } from './worker-thread.ts'

const THREAD_MS = 60_000
const SETUP_MS = 10_000
const DISPOSE_MS = 3_000
// Within the time that a session answer waits for its parts.
const SILENT_MS = 120
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
const STEADY_MS = 60_000

export interface WorkerOptions extends PluginSide {
  readonly log: LogService
  /** Read anew for each life of the worker. */
  init(): WorkerInit
  /** A life ended that should not have. */
  report(error: Error): void
  /** False once the plugin is off or in quarantine: then it stays down. */
  mayRestart(): boolean
}

export interface RunningWorker {
  setConfig(values: WorkerInit['config']): void
  setServices(tokens: WorkerInit['services']): void
  close(): Promise<void>
}

const registration = z.tuple([z.string(), z.string()]).rest(z.unknown())

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Tracks the running calls of a worker, so that a crash can be attributed. */
function createDoing() {
  const doing = new Map<symbol, string>()
  return {
    async during<T>(key: string, work: () => Promise<T>): Promise<T> {
      const mark = Symbol(key)
      doing.set(mark, key)
      try {
        return await work()
      } finally {
        doing.delete(mark)
      }
    },
    blame: (reason: Error) => {
      const busy = [...new Set(doing.values())].slice(0, 5).join(', ')
      return busy ? new Error(`${reason.message} (while it ran: ${busy})`, { cause: reason }) : reason
    },
  }
}

/** Longer each time, from the start again after a while without trouble. */
function createPauses() {
  let failures = 0
  let last = 0
  return () => {
    const now = performance.now()
    failures = now - last > STEADY_MS ? 0 : failures + 1
    last = now
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
  }
}

type Registrations = ReturnType<typeof createWorkerRegistrations>

function startThread({ context, log }: WorkerOptions, registrations: Registrations): WorkerThread {
  const thread = startWorkerThread({
    plugin: context.id,
    log,
    serve: (method, args) => serveContext(context, method, args),
    hear(method, args) {
      if (method === 'log') return writeLine(log, args)
      if (method !== 'register') return
      const parsed = registration.safeParse(args)
      if (!parsed.success) return void thread.end(new Error('sent a message that cannot be read'))
      const [kind, key, spec] = parsed.data
      registrations.hear(kind, key, spec)
    },
  })
  return thread
}

/** Milliseconds by which the product's clock is ahead of the machine's: none, but in a test that passes time. */
const aheadMs = ({ context: { clock } }: Pick<WorkerOptions, 'context'>) => clock.now().getTime() - Date.now()

/** Sets the plugin up in a thread that was just started; ends the thread when that fails. */
async function setUpIn(thread: WorkerThread, options: WorkerOptions, registrations: Registrations) {
  try {
    const ended = thread.ended.then((reason) => Promise.reject(reason))
    // A busy machine may be slow to start a thread, which is not the plugin's doing.
    await withinBudget(Promise.race([thread.up, ended]), THREAD_MS, 'the start of its worker')
    const setUp = Promise.race([thread.rpc.call('setup', [options.init(), aheadMs(options)]), ended])
    await withinBudget(setUp, SETUP_MS, 'its set-up')
    registrations.finish()
  } catch (error) {
    await thread.end(asError(error))
    // The end says more than the call that it cut off.
    throw await thread.ended
  }
}

async function endThread(thread: WorkerThread, log: LogService) {
  const disposed = withinBudget(thread.rpc.call('dispose', []), DISPOSE_MS, 'its clean-up')
  await disposed.catch((error: unknown) => log.warn({ err: error }, 'a clean-up in a worker failed'))
  await thread.end(new Error('was switched off'))
}

/** Boots again after a pause, until it works, may not any more, or is stopped. */
function createRestarts({ report, mayRestart }: WorkerOptions, boot: () => Promise<void>) {
  const pauseMs = createPauses()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  function schedule() {
    if (isStopped || !mayRestart()) return
    timer = setTimeout(() => {
      boot().catch((error: unknown) => {
        if (isStopped) return
        report(asError(error))
        schedule()
      })
    }, pauseMs())
    timer.unref()
  }
  return {
    schedule,
    isStopped: () => isStopped,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Runs a plugin's server module in a thread of its own, and again when the thread ends by itself. Its registrations stay in
 * the main thread all the while: what calls them meanwhile is told at once that the plugin has stopped.
 */
export async function runInWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { context, registrar, log } = options
  const doing = createDoing()
  let current: WorkerThread | null = null
  let starting: WorkerThread | null = null

  const run: RunRemote = async (key, input, signal) => {
    const thread = current
    if (!thread) throw kernelFailure('PLUGIN_STOPPED')
    return doing.during(key, () => thread.rpc.call('run', [key, input, aheadMs(options)], signal))
  }
  const registrations = createWorkerRegistrations(
    { context, registrar },
    {
      run,
      async silence() {
        if (await current?.answers(SILENT_MS)) await new Promise(() => undefined)
      },
    },
  )

  async function boot() {
    const thread = startThread(options, registrations)
    starting = thread
    await setUpIn(thread, options, registrations).finally(() => {
      starting = null
    })
    thread.expectAnswers()
    current = thread
    void thread.ended.then((reason) => lose(thread, doing.blame(reason)))
  }

  function lose(thread: WorkerThread, reason: Error) {
    if (restarts.isStopped() || current !== thread) return
    current = null
    options.report(reason)
    restarts.schedule()
  }

  const restarts = createRestarts(options, boot)
  await boot()
  return {
    setConfig: (values) => current?.rpc.tell('config', values),
    setServices: (tokens) => current?.rpc.tell('services', tokens),
    async close() {
      restarts.stop()
      await starting?.end(new Error('was switched off'))
      const thread = current
      current = null
      if (thread) await endThread(thread, log)
    },
  }
}
