import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { prepareCluster } from './cluster.ts'
import { openDatabaseHome } from './database-home.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { claimFolder } from './folder-lock.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { preparePostgres } from './postgres-binaries.ts'
import { connectionOf, hasEnded, launchServer, ServerEndedError, type ServerPlan } from './postgres-server.ts'

export interface EmbeddedPostgres {
  connection: pg.PoolConfig
  folder: string
  readonly serverPid: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  /** Only tests may give up durability, for speed. */
  durable?: boolean
}

// The last processes of a killed server need a moment to notice and to let go of its memory.
const leftovers = /shared memory block|lock file .* already exists/

interface Watch {
  child: ChildProcess | null
  stopping: AbortController
}

const launch = async (plan: ServerPlan, watch: Watch): Promise<void> => {
  for (let attempt = 1; !watch.stopping.signal.aborted; attempt += 1) {
    try {
      return await launchServer(plan, (child) => (watch.child = child))
    } catch (error) {
      const retry = error instanceof ServerEndedError && leftovers.test(error.message) && attempt < 100
      if (!retry) throw error
      await wait(100)
    }
  }
}

const superviseServer = async (plan: ServerPlan, watch: Watch, log: DatabaseLog): Promise<void> => {
  const { signal } = watch.stopping
  for (let pause = 50; !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
    const { child } = watch
    const started = Date.now()
    if (child !== null && !hasEnded(child)) await once(child, 'exit')
    if (signal.aborted) return
    if (Date.now() - started > 10_000) pause = 50
    log.warn('The embedded database ended unexpectedly; starting it again.')
    await wait(pause, null, { signal }).catch(() => {}) // cut short by a stop
    await launch(plan, watch).catch((error: unknown) => log.error(`It did not start: ${String(error)}`))
  }
}

const stopServer = async (watch: Watch): Promise<void> => {
  watch.stopping.abort()
  const { child } = watch
  if (child === null || hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT') // PostgreSQL's fast shutdown: roll back, write all, end
  const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await ended
  clearTimeout(timer)
}

const start = async (plan: ServerPlan, watch: Watch): Promise<void> => {
  try {
    await launch(plan, watch)
  } catch (error) {
    if (!(error instanceof ServerEndedError)) throw error
    throw new ConfigurationError(
      `The embedded database in ${plan.home.cluster} does not start; it said: ${error.message}. ` +
        'Free disk space if that is what it lacks, else restore the folder from a backup.',
      { cause: error },
    )
  }
}

/** Starts PostgreSQL as our child, on a Unix socket only, and keeps it running until `stop`. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, log, durable = true } = options
  const home = openDatabaseHome(dataDir, log)
  const release = claimFolder(join(home.folder, 'owner.lock'), dataDir)
  const watch: Watch = { child: null, stopping: new AbortController() }
  const onExit = () => {
    if (watch.child !== null && !hasEnded(watch.child)) watch.child.kill('SIGINT')
    release()
  }
  process.once('exit', onExit)
  const stop = async () => {
    await stopServer(watch)
    process.off('exit', onExit)
    if (!home.socket.startsWith(home.folder)) rmSync(home.socket, { recursive: true, force: true })
    release()
  }
  try {
    const binaries = await preparePostgres(home.folder, home.user)
    await stopOrphanedServer(home, log)
    await prepareCluster(binaries, home, { log, durable })
    const plan = { binaries, home, durable }
    await start(plan, watch)
    const supervision = superviseServer(plan, watch, log)
    const ended = () => stop().then(() => supervision)
    return {
      connection: connectionOf(home),
      folder: home.folder,
      get serverPid() {
        return watch.child?.pid ?? 0
      },
      stop: ended,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
