import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  answer,
  Plugins,
  Schedules,
  type PluginsService,
  type SchedulesService,
} from '@spawnpoint/sdk/server'
import { presentPlugin } from './plugin-view.ts'

interface Listing {
  readonly plugins: PluginsService
  readonly schedules: SchedulesService
}

async function readFailedJobs(schedules: SchedulesService) {
  const failed = (await schedules.list()).flatMap(({ plugin, name, lastRun }) =>
    lastRun?.failure ? [{ plugin, name, failure: lastRun.failure }] : [],
  )
  return Map.groupBy(failed, ({ plugin }) => plugin)
}

/** The list as the page of plugins shows it, now. */
export async function presentList({ plugins, schedules }: Listing): Promise<ReplyOf<typeof listPlugins>> {
  const [rows, failed] = await Promise.all([plugins.list(), readFailedJobs(schedules)])
  const mode = plugins.safeMode()
  const safeMode = mode && { since: mode.since.toISOString(), failedStarts: mode.failedStarts }
  const jobsOf = (id: string) => (failed.get(id) ?? []).map(({ name, failure }) => ({ name, failure }))
  return {
    plugins: rows.map((row) => presentPlugin(row, jobsOf(row.id))),
    safeMode,
    leftInProcess: plugins.leftInProcess(),
  }
}

export const handleListPlugins = answer(
  listPlugins,
  { plugins: Plugins, schedules: Schedules },
  ({ plugins, schedules }) => presentList({ plugins, schedules }),
)
