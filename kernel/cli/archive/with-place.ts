import { prepareDataDir } from '../data-folder.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { openExternalDatabase } from '../postgres/external.ts'
import { prepareProductUser } from '../postgres/product-user.ts'
import type { LaunchConfig } from '../read-config.ts'
import type { Place } from './restore-database.ts'

const log = { info: () => undefined, warn: console.warn, error: console.error }

/** Opens the database for itself alone: nothing else may be connected meanwhile. */
export async function withPlace<T>(
  config: Pick<LaunchConfig, 'dataDir' | 'databaseUrl'>,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  prepareDataDir(config.dataDir)
  if (config.databaseUrl !== null) {
    const { connection, close } = await openExternalDatabase(config.databaseUrl, log, 2)
    await close()
    return work({ connection, log })
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    return await work({ connection: await prepareProductUser(server.connection), log })
  } finally {
    await server.stop()
  }
}
