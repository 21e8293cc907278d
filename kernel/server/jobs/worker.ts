import type { LogService } from '@spawnpoint/sdk/server'
import { Logger, run, runMigrations, type Runner, type Task, type WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { cutSecretsOf } from '../services/cut-secrets.ts'

const RESTART_MS = 2_000

interface WorkerDeps {
  readonly pool: pg.Pool
  readonly log: LogService
  readonly concurrency: number
}

type Tasks = Readonly<Record<string, Task>>

/** Workers that run, under the name that their jobs are locked by. */
interface Running {
  readonly runner: Runner
  readonly name: string
}

function createLogger(log: LogService) {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning') log.warn({}, message)
    else log.debug({}, message)
  })
}

/** Starts workers of graphile-worker. */
const createOpener =
  ({ pool, log, concurrency }: WorkerDeps, crontab: string, tasks: Tasks) =>
  async (): Promise<Running> => {
    const events = createWorkerEvents(pool)
    let name = ''
    events.on('pool:create', ({ workerPool }) => (name = workerPool.id))
    const runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: createLogger(log),
      events,
      pollInterval: 2_000,
      crontab,
      taskList: Object.fromEntries(Object.entries(tasks).map(([id, task]) => [id, storing(task)])),
      // Without a batch, a failure to record how a job went is a rejection that nothing handles, and ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    return { runner, name }
  }

/** Takes the jobs of the queue. Workers that end by themselves are started again: a full disk, for one, ends them. */
export function createWorker(deps: WorkerDeps, crontab: string, tasks: Tasks) {
  const { pool, log } = deps
  const open = createOpener(deps, crontab, tasks)
  let running: Running | null = null
  let kept: Promise<void> | null = null
  let stopping = new AbortController()

  /** Jobs whose end could not be recorded are free again, and run once more. */
  async function reopen({ name }: Running, signal: AbortSignal): Promise<Running | null> {
    while (!signal.aborted)
      try {
        await wait(RESTART_MS, null, { signal, ref: false })
        await pool.query('select graphile_worker.force_unlock_workers($1)', [[name]])
        return await open()
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'background jobs could not be started again')
      }
    return null
  }

  async function keep(signal: AbortSignal) {
    while (running) {
      await running.runner.promise.catch(() => undefined)
      if (signal.aborted) return
      log.warn({}, 'background jobs have stopped: they are started again')
      running = await reopen(running, signal)
    }
  }

  return {
    prepare: () => runMigrations({ pgPool: pool, logger: createLogger(log) }),
    async start() {
      stopping = new AbortController()
      running = await open()
      kept = keep(stopping.signal)
    },
    async stop() {
      stopping.abort()
      // It rejects where the workers have ended meanwhile.
      await running?.runner.stop().catch(() => undefined)
      await kept
      running = null
    },
  }
}

const LONGEST_FAILURE = 4_000

/** The queue stores and logs what is thrown here: without secrets, and not at any length. */
function storable(error: unknown): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const short = new Error(cutSecretsOf(message).slice(0, LONGEST_FAILURE))
  short.stack = cutSecretsOf(stack).slice(0, LONGEST_FAILURE)
  return short
}

/**
 * Calls a worker to the next job of a queue. Workers ask for it while the last one is still being removed, are told that
 * the queue is locked, and would sleep until the next poll.
 */
async function callNext(pool: pg.Pool, queue: number, waits = [5, 25, 125, 625]): Promise<void> {
  const [ms, ...later] = waits
  if (ms === undefined) return
  await wait(ms, null, { ref: false })
  const { rows } = await pool.query<{ locked: boolean }>(
    `select locked_at is not null as locked, case when locked_at is null
       then pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text) end
     from graphile_worker._private_job_queues queue where id = $1 and exists (
       select from graphile_worker._private_jobs where job_queue_id = queue.id and is_available and run_at <= now())`,
    [queue],
  )
  if (rows[0]?.locked) await callNext(pool, queue, later)
}

/** Every database login may send `worker:migrate`, those of plugins included, and it would end all background work. */
function createWorkerEvents(pool: pg.Pool): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) callNext(pool, job.job_queue_id).catch(() => undefined)
  })
  // The worker asks for the messages right after this event: the withdrawal has to come behind.
  events.on('pool:listen:success', ({ client }) =>
    queueMicrotask(() => void client.query('unlisten "worker:migrate"').catch(() => undefined)),
  )
  return events
}

const storing =
  (task: Task): Task =>
  async (payload, helpers) => {
    try {
      return await task(payload, helpers)
    } catch (error) {
      throw storable(error)
    }
  }
