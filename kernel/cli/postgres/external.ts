import type pg from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { createPool, type DatabaseConnection } from '../../server/database/pool.ts'
import { endPool } from './end-pool.ts'
import { findErrorCode } from '../../server/database/error-code.ts'

const leaveOut = 'or leave it out to use the embedded database'

/** The address as a person may read it: without user, password and options. */
export const parseDatabaseUrl = (databaseUrl: string): { connection: pg.PoolConfig; place: string } => {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new ConfigurationError(
      `DATABASE_URL is no address of a PostgreSQL database: write postgres://user:password@host:5432/database, ${leaveOut}.`,
    )
  }
  // Text after the host is the rest of a password that was cut by one of its own characters: it must not be printed.
  if (`${url.pathname}${url.hash}${url.search}`.includes('@')) {
    throw new ConfigurationError(
      'DATABASE_URL has a password with special characters: encode them, such as %40 for @, %2F for /, %23 for # and %3F for ?.',
    )
  }
  const host = url.hostname || url.searchParams.get('host') || 'localhost'
  const place = `${host}:${url.port || '5432'}${url.pathname}`
  return { connection: { connectionString: databaseUrl }, place }
}

/** A greeting that is no good, as PostgreSQL names it. */
const REFUSED_BY_POOLER = '08P01'

const reasons: Record<string, string> = {
  '28P01': 'refuses the user or its password',
  '28000': 'refuses the user',
  '3D000': 'has no database of that name',
  '42501': 'does not let this user in',
  '53300': 'has no connection left',
  '57P03': 'is still starting',
  ENOTFOUND: 'cannot be reached because its host name is not known',
  ECONNREFUSED: 'cannot be reached because nothing listens there',
  ETIMEDOUT: 'cannot be reached because it does not answer',
}

/** The driver reports a silent server by its message alone. */
const codeOf = (error: unknown) =>
  findErrorCode(error) ?? (error instanceof Error && /timeout/i.test(error.message) ? 'ETIMEDOUT' : null)

const explain = (error: unknown): string => {
  const code = findErrorCode(error)
  // A pooler answers so whatever it is that it refuses, and says it in words alone.
  if (code === REFUSED_BY_POOLER && error instanceof Error)
    return `is behind a connection pooler that refuses the connection (${error.message})`
  const reason = code === null ? undefined : reasons[code]
  if (reason !== undefined) return reason
  if (error instanceof Error && /timeout/i.test(error.message)) return 'does not answer'
  // The driver's own words for an address without one.
  if (error instanceof Error && error.message.includes('password must be a string'))
    return 'asks for a password, and the address has none'
  return `cannot be used (${code ?? (error instanceof Error ? error.message : 'unknown reason')})`
}

const checkServer = async (client: pg.PoolClient, place: string): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string; standby: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            pg_is_in_recovery() as standby`,
  )
  const found = rows[0]
  if (found === undefined || found.version < 150_000) {
    throw new ConfigurationError(
      `The database at ${place} is older than PostgreSQL 15: upgrade it, point DATABASE_URL at another, ${leaveOut}.`,
    )
  }
  if (found.encoding !== 'UTF8') {
    throw new ConfigurationError(
      `The database at ${place} is encoded as ${found.encoding}: create one with "create database … encoding 'UTF8' template template0" and point DATABASE_URL at it.`,
    )
  }
  if (found.standby) {
    throw new ConfigurationError(
      `The database at ${place} is a read-only replica: point DATABASE_URL at the primary.`,
    )
  }
}

/** Each plugin has a schema of its own, so every start may have one to make. */
const checkRights = async (client: pg.PoolClient, place: string): Promise<void> => {
  const { rows } = await client.query<{ name: string; user: string; can_create: boolean }>(
    `select current_database() as name, current_user as user,
            has_database_privilege(current_database(), 'create') as can_create`,
  )
  const found = rows[0]
  if (found?.can_create !== false) return
  throw new ConfigurationError(
    `The database at ${place} does not let the user ${found.user} create schemas: run grant create on database "${found.name}" to "${found.user}" as its owner, or point DATABASE_URL at a database that this user owns.`,
  )
}

const backendOf = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** While one connection holds a transaction, a transaction pooler has to show that both share a server process. */
const checkSession = async (one: pg.PoolClient, other: pg.PoolClient, place: string): Promise<void> => {
  const before = await backendOf(one)
  await other.query('begin')
  const shared = (await backendOf(other)) === before || (await backendOf(one)) !== before
  await other.query('rollback')
  if (!shared) return
  throw new ConfigurationError(
    `DATABASE_URL leads through a transaction pooler at ${place}: use the address of PostgreSQL itself, or set the pooler to session mode.`,
  )
}

const connect = async (pool: pg.Pool, place: string): Promise<pg.PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw new ConfigurationError(
      `The database at ${place} ${explain(error)}: check DATABASE_URL, ${leaveOut}.`,
      {
        // Not the error itself: some drivers' errors carry the connection's parameters.
        cause: codeOf(error),
      },
    )
  }
}

/** A pooler that ignores settings of the greeting would let a statement run for ever. */
const keepsLimits = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ kept: boolean }>(
    `select current_setting('statement_timeout') <> '0' as kept`,
  )
  return rows[0]?.kept === true
}

/**
 * Refuses a database on which the product would only fail later, in a sentence that says what to do. Says whether the
 * time limits of the pool apply.
 */
const checkExternalDatabase = async (pool: pg.Pool, place: string): Promise<boolean> => {
  const one = await connect(pool, place)
  try {
    await checkServer(one, place)
    await checkRights(one, place)
    const other = await connect(pool, place)
    await checkSession(one, other, place).finally(() => other.release())
    return await keepsLimits(one)
  } finally {
    one.release()
  }
}

/** A pool that has passed the checks; null where a pooler does not take time limits in the greeting. */
async function openPool(connection: DatabaseConnection, place: string, log: DatabaseLog) {
  const pool = createPool(connection, log)
  const isLast = connection.setsLimitsLater === true
  try {
    if ((await checkExternalDatabase(pool, place)) || isLast) return pool
  } catch (error) {
    const isRefused = error instanceof ConfigurationError && error.cause === REFUSED_BY_POOLER
    if (!isRefused || isLast) {
      await pool.end()
      throw error
    }
  }
  await pool.end()
  return null
}

/** Connects to the operator's PostgreSQL. Throws ConfigurationError when the product cannot run on it. */
export async function openExternalDatabase(
  databaseUrl: string,
  log: DatabaseLog,
  most?: number,
): Promise<OpenDatabase> {
  const { connection: given, place } = parseDatabaseUrl(databaseUrl)
  const patient = { connectionTimeoutMillis: 10_000, ...(most !== undefined && { max: most }) }
  for (const setsLimitsLater of [false, true]) {
    const connection: DatabaseConnection = setsLimitsLater ? { ...given, setsLimitsLater } : given
    const pool = await openPool({ ...connection, ...patient }, place, log)
    if (pool) return { pool, kind: 'external', place, connection, close: () => endPool(pool, log) }
  }
  throw new Error('a pool that sets its limits itself is taken or refused')
}
