import { defineService, type Queries } from '@spawnpoint/sdk/common'
import type { z } from 'zod'

/** How a job runs. @example const options: JobOptions<z.ZodObject> = { payload: z.object({ build: z.uuid() }), maxAttempts: 10 } */
export interface JobOptions<S extends z.ZodType> {
  readonly payload: S
  /** Attempts before the job is given up; default 25, with exponential back-off. */
  readonly maxAttempts?: number
  /** Run on a schedule: a crontab line in UTC. The payload is then `{}`. */
  readonly schedule?: string
  /** Milliseconds after which the attempt is aborted; default 60,000. */
  readonly timeoutMs?: number
}

/** Facts about a running job. @example const isLast = ({ attempt, maxAttempts }: JobContext) => attempt === maxAttempts */
export interface JobContext {
  readonly attempt: number
  readonly maxAttempts: number
  readonly signal: AbortSignal
}

/** Adds work to the queue. @example await jobs.add('build', { build: id }, { tx }) */
export interface JobsService {
  /** `name` is a job of the calling plugin. With `tx` the job exists only if the transaction commits. */
  add(
    name: string,
    payload: unknown,
    options?: { readonly tx?: Queries; readonly runAt?: Date; readonly key?: string },
  ): Promise<void>
}

/** The token of {@link JobsService}. @example defineServerPart({ uses: { jobs: Jobs }, setup: ({ jobs }, host) => host.endpoint(saveNote, handleSaveNote({ jobs })) }) */
export const Jobs = defineService<JobsService>('kernel.jobs')
