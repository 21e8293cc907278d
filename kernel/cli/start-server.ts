import type { ClosedNetwork } from '../packages/server/context/closed-network.ts'
import { createPackagedPlugins, type InstalledPlugins } from '../packages/server/packaged-plugins.ts'
import { startApp, type App, type AppOptions } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import type { DatabaseLog } from '../server/database/database-log.ts'
import { openExternalDatabase, type OpenDatabase } from '../server/database/open-database.ts'
import { waitForService } from '../server/wait-for-service.ts'
import { openEmbeddedDatabase } from './postgres/open-embedded.ts'

export interface StartOptions extends Omit<AppOptions, 'openDatabase' | 'createPackaged'> {
  /** Another way to the database than the one of the configuration. */
  openDatabase?(log: DatabaseLog): Promise<OpenDatabase>
  /** Network that plugins can reach, for tests; the public network when absent. */
  readonly network?: ClosedNetwork
  /** How long a process runs until its start counts as a success; for tests. */
  readonly steadyAfterMs?: number | undefined
}

export interface RunningServer extends App {
  readonly packages: InstalledPlugins
}

/** Opens the database of a configuration: the embedded one unless DATABASE_URL names another. */
export const openDatabase = (
  {
    databaseUrl,
    dataDir,
    databasePool,
    startWait,
  }: Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePool' | 'startWait'>,
  log: DatabaseLog,
): Promise<OpenDatabase> =>
  databaseUrl === null
    ? openEmbeddedDatabase(dataDir, log)
    : waitForService(() => openExternalDatabase(databaseUrl, log, databasePool), {
        seconds: startWait,
        notify: log.warn,
      })

/** Starts the product with installed packages, on the database of its configuration. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { network, steadyAfterMs, ...rest } = options
  let packages: InstalledPlugins | null = null
  const app = await startApp({
    openDatabase: (log) => openDatabase(options.config, log),
    ...rest,
    createPackaged(source) {
      packages = createPackagedPlugins({ ...source, network, steadyAfterMs })
      return packages
    },
  })
  if (packages === null) throw new Error('the server started without its packages')
  return { ...app, packages }
}
