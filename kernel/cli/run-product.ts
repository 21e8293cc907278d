import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ArchiveError } from '@spawnpoint/sdk/server'
import { readConfig } from './read-config.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { findAddressWarning } from './open-address.ts'
import { createPageHandlers } from './page-handlers.ts'
import { findPluginsDirWarning } from '../packages/server/plugins-folder.ts'
import { findRootWarning } from './root-warning.ts'
import { keepAssets } from './release/kept-assets.ts'
import { releaseStartMemory } from './release-memory.ts'
import { finishRestore, RESTORE_REQUESTED } from './restore/finish-restore.ts'
import { createStartProgress } from './start-progress.ts'
import { openDatabase, startServer } from './start-server.ts'
import { UpgradeFailed } from './upgrade/upgrade-guard.ts'
import type { RunningServer } from './start-server.ts'
import { STOP_SIGNALS } from '../server/stop-signals.ts'
import { ROOT } from '../server/version.ts'

const DIST = join(ROOT, 'dist')

const SAFE_MODE_NOTE =
  'Safe mode: added plugins are off until an administrator turns them on again at /mc-admin/plugins.'

/** Work that a command does beside the product: called once it is ready; returns the clean-up. */
export type BesideProduct = (server: RunningServer) => Promise<() => Promise<void>>

/** Runs the product until it is told to stop. */
export async function runProduct(
  env: Readonly<Record<string, string | undefined>>,
  options: {
    readonly beside?: BesideProduct
    readonly safeMode?: boolean
    /** How often a slow start says what it is at; for tests. */
    readonly tellEveryMs?: number
  } = {},
): Promise<void> {
  const { beside = async () => async () => undefined, safeMode = false, tellEveryMs } = options
  const config = readConfig(env)
  if (!existsSync(join(DIST, 'page.json')))
    throw new ConfigurationError('The dashboard is not built yet: run npm start, which builds it.')
  const setStop = stopOnSignals()
  await finishRestore(config)
  const withoutPlugins = findPluginsDirWarning(config.pluginsDir)
  const stop = createStop()
  const progress = createStartProgress({ ...(tellEveryMs !== undefined && { everyMs: tellEveryMs }) })
  const server = await startServer({
    config,
    safeMode,
    async openDatabase(log) {
      // An external database that is waited for has lines of its own.
      if (config.databaseUrl === null) progress.begin('Starting the embedded database')
      const database = await openDatabase(config, log)
      progress.begin('Starting Spawnpoint')
      return database
    },
    ...(env[RESTARTS] === '1' && { onRestore: () => void leaveForRestore(stop.run) }),
    pageHandlers: (source) => createPageHandlers(source, DIST, keepAssets(ROOT, config.dataDir, new Date())),
  }).finally(progress.end)
  const leave = await beside(server)
  const warnings = [withoutPlugins, findAddressWarning(config.origin), findRootWarning(process.getuid?.())]
  for (const warning of warnings) if (warning) console.warn(warning)
  if (safeMode) console.warn(SAFE_MODE_NOTE)
  // Before it says that it is ready: a signal that comes right after has to close the database as well.
  stop.set(async () => {
    try {
      await leave()
    } finally {
      await server.stop()
    }
  })
  setStop(stop.run)
  console.log(`Spawnpoint is ready: open ${config.origin}`)
  releaseStartMemory()
}

/** The launcher starts the product again where it ends for a restore. */
const RESTARTS = 'SPAWNPOINT_RESTARTS'

/** The page that shows the restore is opened meanwhile; from then on it asks until another process answers. */
const FAREWELL_MS = 3_000

const leaveForRestore = (stop: () => Promise<void>): Promise<void> =>
  pause(FAREWELL_MS)
    .then(stop)
    .then(() => process.exit(RESTORE_REQUESTED), explainAndExit)

/** Stops once, whoever asks first; a stop that is asked for before the start has ended waits for it. */
function createStop() {
  const known = Promise.withResolvers<() => Promise<void>>()
  let stopped: Promise<void> | null = null
  return {
    set: known.resolve,
    run: () => (stopped ??= known.promise.then((stop) => stop())),
  }
}

/**
 * Ends the process in order when it is told to stop, by what is set through the returned function; until then the
 * product is still starting and ends at once. Call it before anything starts.
 */
export function stopOnSignals(): (stop: () => Promise<void>) => void {
  let stop: (() => Promise<void>) | null = null
  let isStopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (isStopping) return
    if (stop === null) {
      // Safe mode listens too: it records that the start did not fail, then sends the signal again.
      if (process.listenerCount(signal) > 1) return
      // An exit ends the embedded database, which would outlive a process that the signal itself ends.
      process.exit(128 + constants.signals[signal])
    }
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => explainAndExit(error),
    )
  }
  for (const signal of STOP_SIGNALS) process.on(signal, handle)
  return (next) => {
    stop = next
  }
}

/** Prints one sentence for errors that the operator can fix, and the stack for any other. */
export function explainAndExit(error: unknown): never {
  const isExplained = error instanceof ConfigurationError || error instanceof ArchiveError
  console.error(isExplained ? error.message : error)
  process.exit(error instanceof UpgradeFailed ? error.exitCode : 1)
}
