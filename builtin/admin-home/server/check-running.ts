import type { HealthReport, PluginsService, SchedulesService } from '@spawnpoint/sdk/server'
import { inTrouble } from './overview.ts'
import { scheduleState } from './schedule-state.ts'

const MOST_NAMED = 3

const namesOf = (all: readonly string[]) =>
  all.length > MOST_NAMED ? `${all.slice(0, MOST_NAMED).join(', ')}, …` : all.join(', ')

/** The line of scheduled work for a terminal; the page lists each job. */
export async function checkJobs(schedules: Pick<SchedulesService, 'list'>): Promise<HealthReport> {
  const jobs = await schedules.list()
  // The queue writes down real time, whatever the product's clock says.
  const now = new Date()
  const bad = jobs.filter((job) => scheduleState(job, now) !== 'in-time')
  if (bad.length === 0)
    return {
      status: 'healthy',
      code: 'well',
      values: { all: jobs.length },
      detail: `All ${jobs.length} scheduled jobs ran on time.`,
    }
  const names = namesOf(bad.map(({ plugin, name }) => `${plugin}/${name}`))
  return {
    status: 'warning',
    code: 'behind',
    values: { bad: bad.length, names },
    detail: `Scheduled jobs that failed or are late: ${bad.length} (${names}).`,
    todo: 'Read why at System → Scheduled jobs. They run again by themselves.',
  }
}

/** The line of the plugins for a terminal. */
export async function checkPlugins(
  plugins: Pick<PluginsService, 'list' | 'safeMode'>,
): Promise<HealthReport> {
  if (plugins.safeMode())
    return {
      status: 'warning',
      code: 'safeMode',
      values: {},
      detail: 'Safe mode is on: installed plugins are off.',
      todo: 'Open Plugins to see why and to enable them again.',
      page: { route: 'admin-plugins' },
    }
  const all = await plugins.list()
  const bad = inTrouble(all)
  if (bad.length === 0)
    return {
      status: 'healthy',
      code: 'well',
      values: { on: all.filter(({ state }) => state === 'active').length },
      detail: 'No plugin has a problem.',
    }
  const names = namesOf(bad.map(({ id }) => id))
  return {
    status: 'warning',
    code: 'trouble',
    values: { bad: bad.length, names },
    detail: `Plugins with problems: ${bad.length} (${names}).`,
    todo: 'Open Plugins to read why, then retry or disable them.',
    page: { route: 'admin-plugins' },
  }
}
