import type { HealthReport } from '@spawnpoint/sdk/server'
import { readMilestones } from './backup-queries.ts'
import { judge, readSchedule } from './backup-schedule.ts'
import type { Services } from './backup-services.ts'

type Needed = Pick<Services, 'db' | 'settings' | 'clock' | 'instance'>

/** How backups stand, and when the newest one that was checked is from. */
export async function readHealth({ db, settings, clock, instance }: Needed) {
  const seen = await readMilestones(db.orm)
  const given = { ...seen, startedAt: instance.startedAt }
  return { health: judge(readSchedule(settings), clock.now(), given), checkedAt: seen.checkedAt }
}

const details = {
  off: 'Daily backups are off.',
  waiting: 'The first backup is pending.',
  well: 'The newest backup passed a test restore.',
  read: 'The newest backup was read and checked, but not restored on trial: the database user lacks CREATEDB.',
  overdue: 'There has been no checked backup for 26 hours.',
} as const

const todos = {
  off: 'Turn daily backups on under Backups → Edit schedule.',
  overdue: 'Create a backup now, and read at Backups why the last one failed.',
  read: 'Give the database user CREATEDB (alter role … createdb), and create a backup.',
} as const

const statuses = {
  off: 'warning',
  waiting: 'healthy',
  well: 'healthy',
  read: 'warning',
  overdue: 'unhealthy',
} as const

export async function reportHealth(services: Needed): Promise<HealthReport> {
  const { health } = await readHealth(services)
  const report = { status: statuses[health], code: health, detail: details[health] }
  return health === 'waiting' || health === 'well'
    ? report
    : { ...report, todo: todos[health], page: { route: 'backups' } }
}
