import type pg from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { checkExternalDatabase, parseDatabaseUrl } from './external.ts'
import { createPool, endPool } from './pool.ts'

export interface OpenDatabase {
  pool: pg.Pool
  kind: 'embedded' | 'external'
  /** Where the database is, fit for a log line: never a password. */
  place: string
  /** For a connection outside the pool, as LISTEN needs one. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

/** Connects to the operator's PostgreSQL. Throws ConfigurationError when the product cannot run on it. */
export async function openExternalDatabase(
  databaseUrl: string,
  log: DatabaseLog,
  most?: number,
): Promise<OpenDatabase> {
  const { connection, place } = parseDatabaseUrl(databaseUrl)
  const pool = createPool(
    { ...connection, connectionTimeoutMillis: 10_000, ...(most !== undefined && { max: most }) },
    log,
  )
  try {
    await checkExternalDatabase(pool, place)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { pool, kind: 'external', place, connection, close: () => endPool(pool, log) }
}
