import { startApp, type RunningServer, type StartOptions } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import type { DatabaseLog } from '../server/database/database-log.ts'
import { openExternalDatabase, type OpenDatabase } from '../server/database/open-database.ts'
import { openEmbeddedDatabase } from './postgres/open-embedded.ts'

/** Opens the database of a configuration: the embedded one unless DATABASE_URL names another. */
export const openDatabase = (
  { databaseUrl, dataDir, databasePool }: Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePool'>,
  log: DatabaseLog,
): Promise<OpenDatabase> =>
  databaseUrl === null
    ? openEmbeddedDatabase(dataDir, log)
    : openExternalDatabase(databaseUrl, log, databasePool)

/** Starts the product on the database of its configuration, unless another way to it is given. */
export function startServer(
  options: Omit<StartOptions, 'openDatabase'> & Partial<Pick<StartOptions, 'openDatabase'>>,
): Promise<RunningServer> {
  return startApp({ openDatabase: (log) => openDatabase(options.config, log), ...options })
}
