import type { JobContext, JobsService, LogService, Queries, SchedulesService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type { Job, JobHelpers } from 'graphile-worker'
import { once } from 'node:events'
import type pg from 'pg'
import { z } from 'zod'
import { readSchedule } from './crontab.ts'
import { traceJob } from '../tracing/trace-jobs.ts'
import { createJobRuns } from './job-runs.ts'
import { createWorker } from './worker.ts'

const TASK = 'spawnpoint'
const TICK = 'spawnpoint-tick'
// A job of a plugin that is switched off waits and is looked at again this often.
const WAIT_MS = 60_000
// Long enough for somebody to look into what was given up, and to give it another try.
const KEEP_DAYS = 30

export interface RegisteredJob {
  readonly payload: z.ZodType
  readonly maxAttempts: number
  readonly timeoutMs: number
  readonly schedule: string | null
  /** Deletes what is kept no longer. */
  readonly prunes?: boolean
  /** One at a time over all processes, so that slow jobs of a plugin hold up no others. */
  readonly isSerial?: boolean
  run(payload: unknown, context: JobContext): Promise<void>
}

interface WantedJob {
  readonly name: string
  readonly payload: unknown
  readonly key?: string | undefined
  readonly queue?: string | null | undefined
  readonly runAt?: Date | undefined
  readonly maxAttempts?: number | undefined
}

interface Known extends RegisteredJob {
  readonly plugin: string
  readonly name: string
  isDue(at: Date): boolean
  readonly since: Date
}

const scheduledTick = z.object({ _cron: z.object({ ts: z.coerce.date() }) })
const envelope = z.object({ plugin: z.string(), job: z.string(), payload: z.unknown() })

export interface JobRunner {
  register(plugin: string, name: string, job: RegisteredJob): () => void
  forPlugin(plugin: string): JobsService
  readonly schedules: SchedulesService
  /** The jobs that delete what is kept no longer, to run at once in this process. */
  pruning(): readonly { readonly plugin: string; readonly name: string; run(): Promise<void> }[]
  /** As `forPlugin`, each job after the one before it in the same queue. */
  inQueue(plugin: string, queue: string): JobsService
  /** Adds many jobs by one statement; those of a queue run one after the other. */
  addAll(plugin: string, wanted: readonly WantedJob[], tx?: Queries): Promise<void>
  /** Makes the queue's tables, so that jobs can be added before the worker runs. */
  prepare(): Promise<void>
  start(): Promise<void>
  /** Drops jobs that were given up long ago. */
  sweep(): Promise<void>
  freeLost(): Promise<void>
  /** Drops all jobs of a plugin that is gone for good, and deliveries to it. */
  removeOf(plugin: string): Promise<void>
  stop(): Promise<void>
}

/** The queue of a plugin whose jobs run one at a time; `kernel.plugin_add_job` names it likewise. */
export const queueOf = (plugin: string) => `plugin ${plugin}`

interface JobRunnerDeps {
  readonly pool: pg.Pool
  readonly orm: Queries
  readonly log: LogService
  readonly concurrency: number
}

const addAllTo =
  (orm: Queries, jobs: ReadonlyMap<string, Known>): JobRunner['addAll'] =>
  async (plugin, wanted, tx = orm) => {
    const specs = wanted.map(({ name, payload, key, queue, runAt, maxAttempts }) => {
      const { maxAttempts: declared = 25, isSerial = false } = jobs.get(`${plugin}/${name}`) ?? {}
      return {
        identifier: TASK,
        payload: { plugin, job: name, payload },
        max_attempts: maxAttempts ?? declared,
        queue_name: queue === undefined && isSerial ? queueOf(plugin) : queue,
        run_at: runAt,
        job_key: key && `${plugin}/${key}`,
      }
    })
    if (specs.length === 0) return
    await tx.execute(sql`
      select from graphile_worker.add_jobs(array(
        select json_populate_record(null::graphile_worker.job_spec, spec)
        from json_array_elements(${JSON.stringify(specs)}::json) as spec))`)
  }
/** The tasks of the worker: a job of a plugin, and once a minute the jobs that are due. */
function createTasks({ pool, orm, log }: JobRunnerDeps, jobs: ReadonlyMap<string, Known>) {
  const runs = createJobRuns({ pool, log })

  const addAll = addAllTo(orm, jobs)
  const add = (
    plugin: string,
    name: string,
    payload: unknown,
    { tx, ...options }: Omit<WantedJob, 'name' | 'payload'> & { readonly tx?: Queries },
  ) => addAll(plugin, [{ name, payload, ...options }], tx)

  /** Its plugin is off: as it was, under its key, so that it is still one job when the plugin comes back. */
  async function putOff(held: Job, { plugin, job, payload }: z.output<typeof envelope>) {
    const { rows } = await pool.query<{ name: string }>(
      'select queue_name as name from graphile_worker._private_job_queues where id = $1',
      [held.job_queue_id],
    )
    await add(plugin, job, payload, {
      runAt: new Date(Date.now() + WAIT_MS),
      maxAttempts: held.max_attempts,
      queue: rows[0]?.name ?? null,
      ...(held.key?.startsWith(`${plugin}/`) && { key: held.key.slice(plugin.length + 1) }),
    })
  }

  return {
    add,
    addAll,
    runs,
    async perform(raw: unknown, { job: held, abortSignal: stopping = AbortSignal.any([]) }: JobHelpers) {
      const asked = envelope.parse(raw)
      const { plugin, job: name, payload } = asked
      const job = jobs.get(`${plugin}/${name}`)
      if (!job) return putOff(held, asked)
      const attemptIt = async () => {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(job.timeoutMs)])
        const { attempts: attempt, max_attempts: maxAttempts } = held
        const work = job.run(job.payload.parse(payload), { attempt, maxAttempts, signal })
        await Promise.race([work, rejectOnAbort(signal, `${plugin}/${name}`)])
      }
      const run = () => (job.schedule === null ? attemptIt() : runs.watch(plugin, name, stopping, attemptIt))
      await traceJob({ plugin, job: name, attempt: held.attempts, stopping }, run)
    },
    async addDue(at: Date) {
      for (const { plugin, name, isDue } of jobs.values())
        if (isDue(at)) await add(plugin, name, {}, { key: `${name}@schedule` })
    },
  }
}

/** A living process ends each job within its time and a minute: one that did not is gone, and all its jobs with it. */
async function freeLost(pool: pg.Pool, jobs: ReadonlyMap<string, Known>) {
  const longest = Object.fromEntries([...jobs].map(([key, job]) => [key, `${job.timeoutMs + 60_000} ms`]))
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
     where locked_at < now() - ($1::json->>concat(payload->>'plugin', '/', payload->>'job'))::interval`,
    [JSON.stringify(longest)],
  )
}

const createTaskWorker = (
  deps: JobRunnerDeps,
  { perform, addDue }: ReturnType<typeof createTasks>,
  freeLostJobs: () => Promise<void>,
) =>
  createWorker(deps, `* * * * * ${TICK}`, {
    [TASK]: perform,
    // The minute that was meant: a busy worker may come to it later.
    [TICK]: (payload) => addDue(scheduledTick.parse(payload)._cron.ts).finally(freeLostJobs),
  })

/** Background work on graphile-worker. One task carries every plugin's jobs, so plugins come and go while it runs. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const jobs = new Map<string, Known>()
  const tasks = createTasks(deps, jobs)
  const freeLostJobs = () => freeLost(deps.pool, jobs)

  return {
    ...createTaskWorker(deps, tasks, freeLostJobs),
    freeLost: freeLostJobs,
    register(plugin, name, job) {
      const key = `${plugin}/${name}`
      if (jobs.has(key)) throw new Error(`E_JOB_TWICE: ${key}`)
      const isDue = job.schedule === null ? () => false : readSchedule(job.schedule)
      jobs.set(key, { ...job, plugin, name, isDue, since: new Date() })
      return () => jobs.delete(key)
    },
    forPlugin: (plugin) => ({
      add: (name, payload, options = {}) => tasks.add(plugin, name, payload, options),
    }),
    inQueue: (plugin, queue) => ({
      add: (name, payload, options = {}) => tasks.add(plugin, name, payload, { ...options, queue }),
    }),
    addAll: tasks.addAll,
    schedules: {
      list: () =>
        tasks.runs.list(
          [...jobs.values()].flatMap(({ plugin, name, schedule, isDue, timeoutMs, since }) =>
            schedule === null ? [] : [{ plugin, name, schedule, isDue, timeoutMs, since }],
          ),
        ),
    },
    pruning: () =>
      [...jobs.values()]
        .filter(({ prunes }) => prunes)
        .map(({ plugin, name, timeoutMs, run: perform }) => ({
          plugin,
          name,
          run: () => perform({}, { attempt: 1, maxAttempts: 1, signal: AbortSignal.timeout(timeoutMs) }),
        })),
    async sweep() {
      await deps.pool.query(
        `select graphile_worker.complete_jobs(array(
           select id from graphile_worker.jobs
           where attempts >= max_attempts and locked_at is null
             and updated_at < now() - make_interval(days => $1) limit 10000))`,
        [KEEP_DAYS],
      )
    },
    async removeOf(plugin) {
      // The public view has no payload, and by nothing else can a plugin's jobs be told.
      await deps.pool.query(
        `select graphile_worker.complete_jobs(array(
           select id from graphile_worker._private_jobs
           where locked_at is null and (payload->>'plugin' = $1
             or (payload->>'plugin' = 'kernel' and starts_with(payload->'payload'->>'listener', $1 || '/')))))`,
        [plugin],
      )
      await tasks.runs.removeOf(plugin)
    },
  }
}

const rejectOnAbort = async (signal: AbortSignal, name: string): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw new Error(`E_JOB_ABORTED: ${name} ran out of time or the server is stopping`)
}
