import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { createPool } from '../../server/database/pool.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { endPool } from './end-pool.ts'
import { prepareProductUser } from './product-user.ts'

/** Starts the embedded PostgreSQL and connects to it; closing the connection stops the server too. */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: DatabaseLog,
  most?: number,
): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const connection = await prepareProductUser(server.connection).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  const pool = createPool({ ...connection, ...(most !== undefined && { max: most }) }, log)
  return {
    pool,
    kind: 'embedded',
    place: server.folder,
    connection,
    async close() {
      await endPool(pool, log)
      await server.stop()
    },
  }
}
