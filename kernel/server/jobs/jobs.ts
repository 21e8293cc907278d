import type { JobContext, JobsService, LogService, Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { Logger, parseCronItems, type Job, run, runMigrations, type Runner } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'

const TASK = 'spawnpoint'
const TICK = 'spawnpoint-tick'
// A job of a plugin that is switched off waits and is looked at again this often.
const WAIT_MS = 60_000

export interface RegisteredJob {
  readonly payload: z.ZodType
  readonly maxAttempts: number
  readonly timeoutMs: number
  readonly schedule: string | null
  run(payload: unknown, context: JobContext): Promise<void>
}

const scheduledTick = z.object({ _cron: z.object({ ts: z.coerce.date() }) })
const envelope = z.object({ plugin: z.string(), job: z.string(), payload: z.unknown() })

export interface JobRunner {
  register(plugin: string, name: string, job: RegisteredJob): () => void
  forPlugin(plugin: string): JobsService
  /** Makes the queue's tables, so that jobs can be added before the worker runs. */
  prepare(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Background work on graphile-worker. One task carries every plugin's jobs, so plugins come and go while it runs. */
export function createJobRunner(deps: {
  pool: pg.Pool
  orm: Queries
  log: LogService
  concurrency: number
}): JobRunner {
  const jobs = new Map<string, RegisteredJob>()
  let runner: Runner | null = null
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') deps.log.error({}, message)
    else if (level === 'warning') deps.log.warn({}, message)
    else deps.log.debug({}, message)
  })

  async function add(
    plugin: string,
    name: string,
    payload: unknown,
    options: { tx?: Queries; runAt?: Date; key?: string },
  ) {
    const body = JSON.stringify({ plugin, job: name, payload })
    const maxAttempts = jobs.get(`${plugin}/${name}`)?.maxAttempts ?? 25
    await (options.tx ?? deps.orm).execute(sql`
      select graphile_worker.add_job(
        ${TASK}, payload => ${body}::json, max_attempts => ${maxAttempts},
        run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
        job_key => ${options.key ? `${plugin}/${options.key}` : null})`)
  }

  async function perform(raw: unknown, held: Job, stopping: AbortSignal) {
    const { plugin, job: name, payload } = envelope.parse(raw)
    const job = jobs.get(`${plugin}/${name}`)
    if (!job) {
      // Under its key, so that it is still one job when the plugin comes back.
      const key = held.key?.startsWith(`${plugin}/`) ? { key: held.key.slice(plugin.length + 1) } : {}
      await add(plugin, name, payload, { runAt: new Date(Date.now() + WAIT_MS), ...key })
      return
    }
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(job.timeoutMs)])
    const { attempts: attempt, max_attempts: maxAttempts } = held
    const work = job.run(job.payload.parse(payload), { attempt, maxAttempts, signal })
    await Promise.race([work, rejectOnAbort(signal, `${plugin}/${name}`)])
  }

  async function tick(at: Date) {
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    for (const [key, job] of jobs) {
      if (!job.schedule || !isDue(job.schedule, digest)) continue
      const [plugin = '', name = ''] = key.split('/')
      await add(plugin, name, {}, { key: `${name}@schedule` })
    }
  }

  return {
    register(plugin, name, job) {
      const key = `${plugin}/${name}`
      if (jobs.has(key)) throw new Error(`E_JOB_TWICE: ${key}`)
      if (job.schedule) parseCronItems([{ task: TICK, match: job.schedule }])
      jobs.set(key, job)
      return () => jobs.delete(key)
    },
    forPlugin: (plugin) => ({ add: (name, payload, options = {}) => add(plugin, name, payload, options) }),
    prepare: () => runMigrations({ pgPool: deps.pool, logger }),
    async start() {
      runner = await run({
        pgPool: deps.pool,
        concurrency: deps.concurrency,
        noHandleSignals: true,
        logger,
        pollInterval: 2_000,
        crontab: `* * * * * ${TICK}`,
        taskList: {
          [TASK]: (payload, helpers) => perform(payload, helpers.job, helpers.abortSignal ?? never),
          // The minute that was meant: a busy worker may come to it later.
          [TICK]: (payload) => tick(scheduledTick.parse(payload)._cron.ts),
        },
      })
      runner.promise.catch((error: unknown) => deps.log.error({ err: error }, 'the worker stopped'))
    },
    async stop() {
      await runner?.stop()
      runner = null
    },
  }
}

const never = new AbortController().signal

const rejectOnAbort = (signal: AbortSignal, name: string) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => reject(new Error(`E_JOB_ABORTED: ${name} ran out of time or the server is stopping`))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

type Digest = { min: number; hour: number; date: number; month: number; dow: number }

function isDue(schedule: string, digest: Digest): boolean {
  const [item] = parseCronItems([{ task: TICK, match: schedule }])
  return item ? item.match(digest) : false
}
