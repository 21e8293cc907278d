import { readSchedules } from '@spawnpoint/contracts/admin-home'
import { answer, Schedules, Plugins } from '@spawnpoint/sdk/server'
import { scheduleState } from './schedule-state.ts'

const order = { failed: 0, late: 1, 'in-time': 2 } as const

/** Lists schedules with problems first. */
export const handleReadSchedules = answer(
  readSchedules,
  { schedules: Schedules, plugins: Plugins },
  async (services) => {
    const [jobs, plugins] = await Promise.all([services.schedules.list(), services.plugins.list()])
    // The queue writes down real time, whatever the product's clock says.
    const now = new Date()
    const titles = new Map(plugins.map(({ id, title }) => [id, title]))
    return {
      jobs: jobs
        .map((job) => ({
          plugin: job.plugin,
          title: titles.get(job.plugin) ?? null,
          name: job.name,
          schedule: job.schedule,
          state: scheduleState(job, now),
          startedAt: job.lastRun?.startedAt.toISOString() ?? null,
          durationMs: job.lastRun?.durationMs ?? null,
          failure: job.lastRun?.failure ?? null,
        }))
        .toSorted((one, other) => order[one.state] - order[other.state]),
    }
  },
)
