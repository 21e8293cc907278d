import type pg from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { startEmbeddedPostgres } from './embedded.ts'
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

export interface DatabaseOptions {
  databaseUrl?: string | undefined
  dataDir: string
  log: DatabaseLog
}

const openExternal = async (databaseUrl: string, log: DatabaseLog): Promise<OpenDatabase> => {
  const { connection, place } = parseDatabaseUrl(databaseUrl)
  const pool = createPool({ ...connection, connectionTimeoutMillis: 10_000 }, log)
  try {
    await checkExternalDatabase(pool, place)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { pool, kind: 'external', place, connection, close: () => endPool(pool, log) }
}

const openEmbedded = async (dataDir: string, log: DatabaseLog): Promise<OpenDatabase> => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const pool = createPool(server.connection, log)
  const close = async () => {
    await endPool(pool, log)
    await server.stop()
  }
  return { pool, kind: 'embedded', place: server.folder, connection: server.connection, close }
}

/** Opens the operator's PostgreSQL when DATABASE_URL is set, else starts our own. */
export const openDatabase = ({ databaseUrl, dataDir, log }: DatabaseOptions): Promise<OpenDatabase> =>
  databaseUrl ? openExternal(databaseUrl, log) : openEmbedded(dataDir, log)
