import type { ClockService, DatabaseService, HealthReport } from '@spawnpoint/sdk/server'
import { healthy, trouble } from './report.ts'

const WARN_SECONDS = 2
const WRONG_SECONDS = 30

/** Compares the clock of this process with that of the database, which stamps rows and runs jobs. */
export function judgeClock(apartMs: number): HealthReport {
  const seconds = Math.round(Math.abs(apartMs) / 100) / 10
  if (seconds < WARN_SECONDS) return healthy('well', undefined, 'The same time as the database.')
  return trouble(
    seconds < WRONG_SECONDS ? 'warning' : 'unhealthy',
    'apart',
    { seconds },
    {
      detail: `${seconds} seconds apart from the clock of the database.`,
      todo: 'Synchronize both machines with a time server (chrony or systemd-timesyncd). Two-factor codes and expiry dates depend on it.',
    },
  )
}

/** Half of what the question took is the best guess of when the database read its clock. */
export async function checkClock(db: DatabaseService, clock: ClockService): Promise<HealthReport> {
  const before = clock.now().getTime()
  const [row] = await db.query<{ ms: string }>({
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
  })
  const after = clock.now().getTime()
  return judgeClock((before + after) / 2 - Number(row?.ms ?? Number.NaN))
}
