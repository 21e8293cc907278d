import type { ClosedNetwork } from '../packages/server/context/closed-network.ts'
import { createPackagedPlugins, type InstalledPlugins } from '../packages/server/packaged-plugins.ts'
import { startApp, type App, type AppOptions } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import type { DatabaseLog, OpenDatabase } from '../server/database/open-database.ts'
import { createSecrets } from '../server/secrets.ts'
import { checkSecretKey } from './check-secret-key.ts'
import { prepareDataDir } from './data-folder.ts'
import { loadInstanceKey } from './instance-key.ts'
import { migrateKernel } from './kernel-tables.ts'
import { openExternalDatabase } from './postgres/external.ts'
import { openEmbeddedDatabase } from './postgres/open-embedded.ts'
import { withRedis } from './redis/with-redis.ts'
import { waitForService } from './wait-for-service.ts'

export interface StartOptions extends Omit<
  AppOptions,
  'openDatabase' | 'prepareDatabase' | 'createPackaged'
> {
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
        notify: (line) => log.warn(line),
      })

/** Starts the product with installed packages, on the database of its configuration. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { network, steadyAfterMs, openDatabase: open, ...rest } = options
  const { redisUrl: address, startWait, dataDir } = options.config
  let packages: InstalledPlugins | null = null
  const app = await startApp({
    ...rest,
    openDatabase(log) {
      prepareDataDir(dataDir)
      return open ? open(log) : openDatabase(options.config, log)
    },
    async prepareDatabase(database) {
      await migrateKernel(database)
      const key = loadInstanceKey({ ...options.config, shared: database.kind === 'external' })
      const secrets = createSecrets(key.text)
      await checkSecretKey(database.pool, secrets, key.source)
      return secrets
    },
    ...(address !== null && { openLimits: (source) => withRedis({ ...source, address, startWait }) }),
    createPackaged(source) {
      packages = createPackagedPlugins({ ...source, network, steadyAfterMs })
      return packages
    },
  })
  if (packages === null) throw new Error('the server started without its packages')
  return { ...app, packages }
}
