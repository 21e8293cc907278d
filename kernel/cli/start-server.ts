import type { SecretsService } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import type { ClosedNetwork } from '../packages/server/context/closed-network.ts'
import { createPackagedPlugins, type InstalledPlugins } from '../packages/server/packaged-plugins.ts'
import { startApp, type App, type AppOptions, type PageHandlers, type Roots } from '../server/app.ts'
import type { DatabaseLog, OpenDatabase } from '../server/database/open-database.ts'
import { checkHealth } from '../server/host/check-health.ts'
import { holdTracing } from '../server/tracing/tracing.ts'
import { ROOT } from '../server/version.ts'
import { createSecrets } from './secrets.ts'
import { openArchives } from './archive/open-archives.ts'
import { refuseUnfinishedRestore } from './archive/restore-mark.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { checkSecretKey } from './check-secret-key.ts'
import { prepareDataDir } from './data-folder.ts'
import { explainListenError } from './explain-listen-error.ts'
import { loadInstanceKey } from './instance-key.ts'
import { migrateKernel } from './kernel-tables.ts'
import { createMetrics } from './metrics.ts'
import { openExternalDatabase } from './postgres/external.ts'
import { openEmbeddedDatabase } from './postgres/open-embedded.ts'
import type { LaunchConfig } from './read-config.ts'
import { createRecentLog } from './recent-log.ts'
import { createReverseProxyGuide } from './reverse-proxy-guide.ts'
import { withRedis } from './redis/with-redis.ts'
import { refuseDowngrade } from './upgrade/refuse-downgrade.ts'
import { commandGuard } from './upgrade/refuse-upgrade.ts'
import { createUpgradeGuard, type UpgradeGuard } from './upgrade/upgrade-guard.ts'
import { waitForService } from './wait-for-service.ts'

export interface StartOptions extends Omit<
  AppOptions,
  | 'openDatabase'
  | 'prepareDatabase'
  | 'createPackaged'
  | 'meter'
  | 'recentLog'
  | 'openArchives'
  | 'openBlobs'
  | 'roots'
> {
  readonly config: LaunchConfig
  readonly roots?: Roots
  /** Another way to the database than the one of the configuration. */
  openDatabase?(log: DatabaseLog): Promise<OpenDatabase>
  /** Network that plugins can reach, for tests; the public network when absent. */
  readonly network?: ClosedNetwork
  /** How long a process runs until its start counts as a success; for tests. */
  readonly steadyAfterMs?: number | undefined
  /** Ends this process so that its next start restores a backup; without it no restore can be asked for. */
  readonly onRestore?: (() => void) | undefined
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
  }: Pick<LaunchConfig, 'databaseUrl' | 'dataDir' | 'databasePool' | 'startWait'>,
  log: DatabaseLog,
): Promise<OpenDatabase> =>
  databaseUrl === null
    ? openEmbeddedDatabase(dataDir, log, databasePool)
    : waitForService(() => openExternalDatabase(databaseUrl, log, databasePool), {
        seconds: startWait,
        notify: (line) => log.warn(line),
      })

const rootsOf = ({ pluginsDir }: LaunchConfig): Roots => ({
  builtin: join(ROOT, 'builtin'),
  plugins: pluginsDir ?? join(ROOT, 'plugins'),
  locales: join(ROOT, 'locales'),
})

/** Brings the kernel's tables to this version, and checks the key of the stored secrets against the one that sealed them. */
async function prepareDatabase(
  database: OpenDatabase,
  config: LaunchConfig,
  guard: UpgradeGuard,
): Promise<SecretsService> {
  await refuseUnfinishedRestore(database.pool)
  const key = loadInstanceKey({ ...config, shared: database.kind === 'external' })
  const secrets = createSecrets(key.text)
  await refuseDowngrade(database)
  await guard.prepare(database, secrets)
  await migrateKernel(database)
  await checkSecretKey(database.pool, secrets, key.source)
  return secrets
}

/** The handlers of a page, and of the guide that the page's own refusal links to. */
async function withGuide(handlers: Promise<PageHandlers>, secure: boolean): Promise<PageHandlers> {
  const { page, ...rest } = await handlers
  const guide = createReverseProxyGuide(secure)
  return {
    ...rest,
    page: async (request, response) => (await guide(request, response)) || page(request, response),
  }
}

/** Starts the product with installed packages, on the database of its configuration. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const tracing = holdTracing(options.config.tracing)
  try {
    const server = await startProduct(options, tracing.begin)
    return { ...server, stop: () => server.stop().finally(tracing.close) }
  } catch (error) {
    await tracing.close()
    throw error
  }
}

async function startProduct(
  options: StartOptions,
  beginTracing: (log: DatabaseLog) => Promise<void>,
): Promise<RunningServer> {
  const { network, steadyAfterMs, openDatabase: open, pageHandlers, onRestore, ...rest } = options
  const { config } = options
  const { redisUrl: address, startWait } = config
  const metrics = createMetrics(config.metricsToken)
  const toConsole = { info: () => undefined, warn: console.warn, error: console.error }
  const guard = options.standBy === true ? commandGuard : createUpgradeGuard(config, toConsole)
  let packages: InstalledPlugins | null = null
  const app = await startApp({
    ...rest,
    roots: options.roots ?? rootsOf(config),
    ...(pageHandlers && { pageHandlers: (source) => withGuide(pageHandlers(source), config.secure) }),
    meter: metrics,
    recentLog: createRecentLog(),
    async openDatabase(log) {
      prepareDataDir(config.dataDir)
      // Before there is a connection whose statements it measures.
      await beginTracing(log)
      return open ? open(log) : openDatabase(config, log)
    },
    prepareDatabase: (database) => prepareDatabase(database, config, guard),
    confirmTables: guard.confirm,
    openBlobs: (source) => openBlobs({ ...source, s3: config.s3, startWait }),
    openArchives: (source) => openArchives({ ...source, config, isSupervised: onRestore !== undefined }),
    ...(address !== null && { openLimits: (source) => withRedis({ ...source, address, startWait }) }),
    createPackaged(source) {
      packages = createPackagedPlugins({ ...source, network, steadyAfterMs })
      return packages
    },
  }).catch(async (error: unknown) => {
    throw await guard.fail(explainListenError(error, config))
  })
  await guard.succeed(app.core.database).catch(async (error: unknown) => {
    await app.stop()
    throw await guard.fail(error)
  })
  if (packages === null) throw new Error('the server started without its packages')
  app.core.notices.on(({ kind }) => {
    if (kind === 'restore') onRestore?.()
  })
  metrics.watch({
    ...app.core,
    health: () => checkHealth(app.host),
    running: () => app.host.running().map(({ candidate }) => candidate.id),
  })
  return { ...app, packages }
}
