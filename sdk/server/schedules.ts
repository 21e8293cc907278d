import { defineService } from '@spawnpoint/sdk/common'

/**
 * A scheduled job of the product or of a plugin that is on, and how its last run went. `late`: it did not run when it
 * was due, or has not come to an end. `failed`: its last run that ended did so with a failure.
 *
 * @example const troubled = (await schedules.list()).filter((job: ScheduledJob) => job.state !== 'in-time')
 */
export interface ScheduledJob {
  /** Id of the plugin; `kernel` for the product's own. */
  readonly plugin: string
  readonly name: string
  /** The crontab line, in UTC. */
  readonly schedule: string
  readonly state: 'in-time' | 'late' | 'failed'
  /** When it last began, in whichever process; null when it never did. */
  readonly startedAt: Date | null
  /** How long the last run that ended took. */
  readonly durationMs: number | null
  /** The first line of what went wrong in the last run that ended. */
  readonly failure: string | null
}

/** The scheduled jobs of everything that is on. @example (await schedules.list()).some(({ state }) => state === 'failed') */
export interface SchedulesService {
  /** In the order in which they were registered. Rejects when the database does not answer. */
  list(): Promise<readonly ScheduledJob[]>
}

/** The token of {@link SchedulesService}. @example definePluginServer(builtin, { uses: { schedules: Schedules }, setup: async ({ schedules }) => console.log(await schedules.list()) }) */
export const Schedules = defineService<SchedulesService>('kernel.schedules')
