import { defineService } from '@spawnpoint/sdk/common'

/** The last run of a scheduled job, in whichever process. @example const hasFailed = (run: JobRun): boolean => run.failure !== null */
export interface JobRun {
  readonly startedAt: Date
  /** When the last run that ended did so: before `startedAt` while another is under way. */
  readonly endedAt: Date | null
  /** How long the last run that ended took. */
  readonly durationMs: number | null
  /** The first line of what went wrong in the last run that ended. */
  readonly failure: string | null
}

/**
 * A scheduled job of the product or of a plugin that is on, and its last run.
 *
 * @example const failed = (await schedules.list()).filter(({ lastRun }: ScheduledJob) => lastRun?.failure)
 */
export interface ScheduledJob {
  /** Id of the plugin; `kernel` for the product's own. */
  readonly plugin: string
  readonly name: string
  /** The crontab line, in UTC. */
  readonly schedule: string
  /** Whether the crontab line means this minute. */
  isDue(at: Date): boolean
  readonly timeoutMs: number
  /** Since when this process knows the job. */
  readonly since: Date
  /** Null when it never ran. */
  readonly lastRun: JobRun | null
}

/** The scheduled jobs of everything that is on. @example (await schedules.list()).some(({ lastRun }) => lastRun === null) */
export interface SchedulesService {
  /** In the order in which they were registered. Rejects when the database does not answer. */
  list(): Promise<readonly ScheduledJob[]>
}

/** The token of {@link SchedulesService}. @example definePluginServer(builtin, { uses: { schedules: Schedules }, setup: async ({ schedules }) => console.log(await schedules.list()) }) */
export const Schedules = defineService<SchedulesService>('kernel.schedules')
