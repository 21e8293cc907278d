import type { DatabaseService, HealthReport } from '@spawnpoint/sdk/server'
import { healthy, trouble } from './report.ts'

interface Figures {
  readonly bytes: string
  readonly used: number
  readonly max: number
  readonly slow: number
  readonly idle: number
  readonly processes: number
  /** Connections that all processes may open, as the README counts them: their pools, two more each, and 4 for each plugin with tables. */
  readonly planned: number
}

const MIB = 1024 ** 2
const SLOW_SECONDS = 30
const IDLE_SECONDS = 300
const BUSY_SHARE = 0.8

/** Only what every user of a database may see: the statements of other users stay hidden from us. */
const readFigures = async (db: DatabaseService): Promise<Figures> => {
  const [figures] = await db.query<Figures>({
    text: `select pg_database_size(current_database())::text as bytes,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
        (select count(*)::int from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and state = 'active'
          and query_start < clock_timestamp() - make_interval(secs => $1)) as slow,
        (select count(*)::int from pg_stat_activity where datname = current_database()
          and state like 'idle in transaction%'
          and state_change < clock_timestamp() - make_interval(secs => $2)) as idle,
        count(pool)::int as processes, coalesce(sum(pool::int + 2), 0)::int
          + (select count(*)::int from kernel.plugin_role) * least(16, 4 * count(pool)::int) as planned
      from (select substring(application_name from '^spawnpoint-notices/(\\d{1,4})$') as pool
        from pg_stat_activity where datname = current_database() and usename = current_user) as listening`,
    values: [SLOW_SECONDS, IDLE_SECONDS],
  })
  if (!figures) throw new Error('PostgreSQL answered no figures.')
  return figures
}

/** Says how full and how busy the database is. */
export function judgeDatabase({ bytes, used, max, slow, idle, processes, planned }: Figures): HealthReport {
  const size = Math.round(Number(bytes) / MIB)
  if (used >= max * BUSY_SHARE)
    return trouble(
      'warning',
      'connections',
      { used, max },
      {
        detail: `${used} of ${max} connections are in use.`,
        todo: 'Raise max_connections of PostgreSQL, or run fewer processes on this database.',
      },
    )
  if (slow > 0)
    return trouble(
      'warning',
      'slow',
      { slow, seconds: SLOW_SECONDS },
      {
        detail: `Queries that have run for more than ${SLOW_SECONDS} seconds: ${slow}.`,
        todo: 'Look at pg_stat_activity for what they wait for, and at the load of the database server.',
      },
    )
  if (idle > 0)
    return trouble(
      'warning',
      'idle',
      { idle, minutes: IDLE_SECONDS / 60 },
      {
        detail: `Transactions left open for more than ${IDLE_SECONDS / 60} minutes: ${idle}.`,
        todo: 'End them with pg_terminate_backend: they keep locks and stop PostgreSQL from cleaning up.',
      },
    )
  if (planned > max)
    return trouble(
      'warning',
      'pools',
      { processes, planned, max },
      {
        detail: `The processes (${processes}) may open ${planned} connections, and PostgreSQL takes ${max}.`,
        todo: 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL of the processes.',
      },
    )
  return healthy('well', { size, used, max }, `${size} MB; ${used} of ${max} connections are in use.`)
}

export const checkDatabase = async (db: DatabaseService): Promise<HealthReport> =>
  judgeDatabase(await readFigures(db))
