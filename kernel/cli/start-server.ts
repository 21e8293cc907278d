import { startApp, type RunningServer, type StartOptions } from '../server/app.ts'
import { openExternalDatabase } from '../server/database/open-database.ts'
import { openEmbeddedDatabase } from './postgres/open-embedded.ts'

/** Starts the product on the database of its configuration, the embedded one unless DATABASE_URL names another. */
export function startServer(options: Omit<StartOptions, 'openDatabase'>): Promise<RunningServer> {
  const { databaseUrl, dataDir } = options.config
  return startApp({
    ...options,
    openDatabase: (log) =>
      databaseUrl === null ? openEmbeddedDatabase(dataDir, log) : openExternalDatabase(databaseUrl, log),
  })
}
