import { defineService, type Queries } from '@spawnpoint/sdk/common'
import type { z } from 'zod'
import type { Used, Uses } from './uses.ts'

/** How a job runs. @example const options: JobOptions<z.ZodObject> = { payload: z.object({ build: z.uuid() }), maxAttempts: 10 } */
export interface JobOptions<S extends z.ZodType> {
  readonly payload: S
  /** Attempts before the job is given up; default 25, with exponential back-off. */
  readonly maxAttempts?: number
  /** Run on a schedule: a crontab line in UTC. The payload is then `{}`. */
  readonly schedule?: string
  /** Milliseconds after which the attempt is aborted; default 60,000. */
  readonly timeoutMs?: number
  /** Deletes what is kept no longer: `npm run admin -- prune` runs it at once, too. The payload is then `{}`. */
  readonly prunes?: boolean
}

/** Facts about a running job. @example const isLast = ({ attempt, maxAttempts }: JobContext) => attempt === maxAttempts */
export interface JobContext {
  readonly attempt: number
  readonly maxAttempts: number
  readonly signal: AbortSignal
}

/** A job with its code, for the list `jobs` of a plugin's server module. @example const jobs: readonly Job[] = [deliver] */
export interface Job<U extends Uses = Uses> {
  readonly name: string
  readonly options: JobOptions<z.ZodType>
  readonly uses: U
  run(call: never): Promise<void>
}

/**
 * A background job as one value: any process of the product runs it, at least once. `run` receives the payload, the facts
 * of {@link JobContext} and what `uses` names.
 *
 * @example
 * export const sweep = defineJob('sweep', { payload: z.object({}), schedule: '10 4 * * *' }, { log: Log }, async ({ log }) => {
 *   log.info({}, 'swept')
 * })
 */
export const defineJob = <S extends z.ZodType, const U extends Uses>(
  name: string,
  options: JobOptions<S>,
  uses: U,
  run: (call: JobContext & { readonly payload: z.output<S> } & Used<U>) => Promise<void>,
): Job<U> => ({ name, options, uses, run })

/** Adds work to the queue. @example await jobs.add('build', { build: id }, { tx }) */
export interface JobsService {
  /** `name` is a job of the calling plugin. With `tx` the job exists only if the transaction commits. */
  add(
    name: string,
    payload: unknown,
    options?: { readonly tx?: Queries; readonly runAt?: Date; readonly key?: string },
  ): Promise<void>
}

/** The token of {@link JobsService}. @example answer(saveNote, { jobs: Jobs }, handleSaveNote) */
export const Jobs = defineService<JobsService>('kernel.jobs')
