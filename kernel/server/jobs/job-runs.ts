import type { JobRun, LogService, ScheduledJob } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import { cutSecretsOf } from '../services/cut-secrets.ts'

const LONGEST_FAILURE = 300

type Row = JobRun & { readonly plugin: string; readonly job: string }

/** The innermost cause tells what happened; what is around it tells which statement failed, with its values. */
function firstLine(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return firstLine(error.cause)
  const text = error instanceof Error ? error.message : String(error)
  const [line = ''] = text.trim().split('\n')
  return (
    cutSecretsOf(line)
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .slice(0, LONGEST_FAILURE) || 'failed without a reason'
  )
}

/** When each scheduled job ran last, in whichever process, and how that went. */
export function createJobRuns({ pool, log }: { pool: pg.Pool; log: LogService }) {
  // A job is not to fail for its being written down.
  const write = (text: string, values: unknown[]) =>
    pool.query(text, values).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'the run of a job could not be written down'),
    )

  const begin = (plugin: string, job: string, at: Date) =>
    write(
      `insert into kernel.job_run (plugin, job, started_at) values ($1, $2, $3)
       on conflict (plugin, job) do update set started_at = excluded.started_at`,
      [plugin, job, at],
    )

  const end = (plugin: string, job: string, startedAt: Date, failure: string | null) => {
    const now = new Date()
    return write(
      `update kernel.job_run set ended_at = $3, duration_ms = $4, failure = $5 where plugin = $1 and job = $2`,
      [plugin, job, now, now.getTime() - startedAt.getTime(), failure],
    )
  }

  return {
    /** Runs it and writes down how it went. One that the end of the server cut off has neither failed nor ended. */
    async watch(plugin: string, job: string, stopping: AbortSignal, run: () => Promise<void>): Promise<void> {
      const startedAt = new Date()
      await begin(plugin, job, startedAt)
      try {
        await run()
      } catch (error) {
        if (!stopping.aborted) await end(plugin, job, startedAt, firstLine(error))
        throw error
      }
      await end(plugin, job, startedAt, null)
    },
    async list(known: readonly Omit<ScheduledJob, 'lastRun'>[]): Promise<readonly ScheduledJob[]> {
      const { rows } = await pool.query<Row>(
        `select plugin, job, started_at as "startedAt", ended_at as "endedAt", duration_ms as "durationMs", failure
         from kernel.job_run`,
      )
      const runs = new Map(rows.map(({ plugin, job, ...run }) => [`${plugin}/${job}`, run]))
      return known.map((job) => ({ ...job, lastRun: runs.get(`${job.plugin}/${job.name}`) ?? null }))
    },
    async removeOf(plugin: string): Promise<void> {
      await pool.query('delete from kernel.job_run where plugin = $1', [plugin])
    },
  }
}
