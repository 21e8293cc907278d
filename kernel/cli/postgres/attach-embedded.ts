import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { createPool } from '../../server/database/pool.ts'
import { openDatabaseHome } from './database-home.ts'
import { endPool } from './end-pool.ts'
import { connectionOf } from './postgres-server.ts'

/** Connects to the embedded PostgreSQL that another process of this data folder runs. */
export function attachEmbeddedDatabase(dataDir: string, log: DatabaseLog): OpenDatabase {
  const home = openDatabaseHome(dataDir, log)
  const connection = connectionOf(home)
  const pool = createPool(connection, log)
  return { pool, kind: 'embedded', place: home.folder, connection, close: () => endPool(pool, log) }
}
