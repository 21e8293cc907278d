import { readSchedules } from '@spawnpoint/contracts/admin-home'
import { answer, Schedules, Plugins } from '@spawnpoint/sdk/server'

const order = { failed: 0, late: 1, 'in-time': 2 } as const

/** Lists schedules with problems first. */
export const handleReadSchedules = answer(
  readSchedules,
  { schedules: Schedules, plugins: Plugins },
  async (services) => {
    const [jobs, plugins] = await Promise.all([services.schedules.list(), services.plugins.list()])
    const titles = new Map(plugins.map(({ id, title }) => [id, title]))
    return {
      jobs: jobs
        .map((job) => ({
          ...job,
          title: titles.get(job.plugin) ?? null,
          startedAt: job.startedAt?.toISOString() ?? null,
        }))
        .toSorted((one, other) => order[one.state] - order[other.state]),
    }
  },
)
