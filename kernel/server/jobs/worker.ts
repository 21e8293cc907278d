import type { LogService } from '@spawnpoint/sdk/server'
import { Logger, run, runMigrations, type Runner, type Task, type WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { cutSecretsOf } from '../services/cut-secrets.ts'

const RECORD_AGAIN_MS = 2_000

interface WorkerDeps {
  readonly pool: pg.Pool
  readonly log: LogService
  readonly concurrency: number
}

type Tasks = Readonly<Record<string, Task>>

function createLogger(log: LogService) {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning') log.warn({}, message)
    else log.debug({}, message)
  })
}

/** The statements by which graphile-worker records how jobs went, by their names. */
const recordingStatement = /^(complete|fail)_job/

const isRecording = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  recordingStatement.test(String(query.name))

/**
 * The pool as graphile-worker uses it. It does not wait until the end of a job is recorded, so that a failure to do so (a
 * full disk, a connection that was cut) would be a rejection that nothing handles, and end the process: it is recorded
 * later, and the job stays locked until then.
 */
function createRecordingPool(pool: pg.Pool, log: LogService) {
  const unrecorded = new Set<pg.QueryConfig>()
  let timer: NodeJS.Timeout | undefined

  async function recordAgain() {
    for (const query of unrecorded)
      try {
        await pool.query({ text: query.text, values: query.values ?? [] })
        unrecorded.delete(query)
      } catch {
        break
      }
    timer = unrecorded.size > 0 ? setTimeout(recordAgain, RECORD_AGAIN_MS).unref() : undefined
  }

  const record = async (client: pg.PoolClient, query: pg.QueryConfig) => {
    try {
      return await client.query(query)
    } catch (error) {
      log.warn({ err: error }, 'the end of a job is recorded as soon as the database takes it')
      unrecorded.add(query)
      timer ??= setTimeout(recordAgain, RECORD_AGAIN_MS).unref()
      return { rows: [], rowCount: 0 }
    }
  }

  const connect = async () => {
    const client = await pool.connect()
    const query = (...given: unknown[]): unknown =>
      isRecording(given[0]) ? record(client, given[0]) : Reflect.apply(client.query, client, given)
    return withOwn(client, { query })
  }

  return {
    pool: withOwn(pool, {
      // With a callback it is the connection that listens, which records nothing.
      connect: (...given: unknown[]): unknown =>
        given.length === 0 ? connect() : Reflect.apply(pool.connect, pool, given),
    }),
    stop: () => clearTimeout(timer),
  }
}

/** The same object, but for some of its methods. */
const withOwn = <T extends object>(whole: T, own: Readonly<Record<string, unknown>>): T =>
  new Proxy(whole, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(own, key)) return own[key]
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Takes the jobs of the queue. */
export function createWorker({ pool, log, concurrency }: WorkerDeps, crontab: string, tasks: Tasks) {
  const logger = createLogger(log)
  const recording = createRecordingPool(pool, log)
  let runner: Runner | null = null
  return {
    prepare: () => runMigrations({ pgPool: pool, logger }),
    async start() {
      runner = await run({
        pgPool: recording.pool,
        concurrency,
        noHandleSignals: true,
        logger,
        events: createWorkerEvents(pool),
        pollInterval: 2_000,
        crontab,
        taskList: Object.fromEntries(Object.entries(tasks).map(([id, task]) => [id, storing(task)])),
      })
    },
    async stop() {
      await runner?.stop()
      recording.stop()
      runner = null
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
