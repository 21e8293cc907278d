import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigurationError } from '../../../server/configuration-error.ts'
import { prepareCluster, upgradeFolder, verifiedFile } from '../cluster.ts'
import { openDatabaseHome, type DatabaseHome } from '../database-home.ts'
import type { DatabaseLog } from '../../../server/database/open-database.ts'
import { isStorageFull } from '../../../server/database/error-code.ts'
import { claimFolder } from '../folder-lock.ts'
import { stopOrphanedServer } from '../orphaned-server.ts'
import { createPool } from '../../../server/database/pool.ts'
import { preparePostgres, type PostgresBinaries } from '../postgres-binaries.ts'
import {
  connectionOf,
  hasEnded,
  launchServer,
  ServerEndedError,
  type ServerPlan,
} from '../postgres-server.ts'
import { buildSchema } from './build-schema.ts'
import { copyDatabase, type CopyReport } from './copy-database.ts'
import type { KnownMigrations } from '../rows/make-tables.ts'

export interface UpgradeOptions {
  readonly dataDir: string
  /** The migrations of the kernel and of every plugin on disk. */
  readonly sets: readonly KnownMigrations[]
  readonly log: DatabaseLog
  /** Finds the programs of the major version that wrote the database. */
  olderPrograms(major: string, home: DatabaseHome): PostgresBinaries
}

export interface Upgraded {
  readonly from: string
  readonly to: string
  /** Where the database of before is kept. */
  readonly kept: string
  /** Null when only the last step of an interrupted upgrade was left. */
  readonly report: CopyReport | null
}

const versionOf = (cluster: string) => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()

async function withServer<T>(
  plan: ServerPlan,
  log: DatabaseLog,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const started: ChildProcess[] = []
  const stop = () => started.forEach((child) => child.kill('SIGINT'))
  process.once('exit', stop)
  try {
    await launchServer(plan, (child) => void started.push(child))
    // A table may take longer than any page may wait for.
    const patience = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
    const pool = createPool({ ...connectionOf(plan.home), ...patience }, log)
    return await work(pool).finally(() => pool.end())
  } finally {
    stop()
    for (const child of started) if (!hasEnded(child)) await once(child, 'exit')
    process.off('exit', stop)
  }
}

/** Beside the old one, for the same user: both servers run at once, each on a socket of its own. */
function openDraft(home: DatabaseHome, log: DatabaseLog): DatabaseHome {
  const draft = { ...openDatabaseHome(upgradeFolder(home), log), user: home.user }
  if (home.user !== null) chownSync(draft.socket, home.user.uid, home.user.gid)
  return draft
}

function discard(home: DatabaseHome, draft: DatabaseHome) {
  rmSync(draft.socket, { recursive: true, force: true })
  rmSync(upgradeFolder(home), { recursive: true, force: true })
}

/** Explains errors that the operator can fix; any other error is rethrown. */
function explain(error: unknown): unknown {
  const nothing = 'Nothing was changed.'
  if (isStorageFull(error))
    return new ConfigurationError(`The upgrade needs room for a second database: free some. ${nothing}`)
  if (!(error instanceof ServerEndedError)) return error
  return new ConfigurationError(`PostgreSQL does not start; it said: ${error.message}. ${nothing}`)
}

/** Each step can be the last before a power cut; running the command again does the rest. */
function swap(home: DatabaseHome, draft: DatabaseHome): { from: string; kept: string } {
  const from = readFileSync(verifiedFile(home), 'utf8').trim()
  let kept = `${home.cluster}-${from}`
  if (existsSync(draft.cluster)) {
    if (existsSync(home.cluster)) {
      if (existsSync(kept)) kept = `${kept}-${Date.now()}`
      renameSync(home.cluster, kept)
    }
    renameSync(draft.cluster, home.cluster)
  }
  discard(home, draft)
  return { from, kept }
}

async function copy(home: DatabaseHome, draft: DatabaseHome, now: PostgresBinaries, options: UpgradeOptions) {
  const { log, sets } = options
  const from = versionOf(home.cluster)
  const older = options.olderPrograms(from, home)
  await prepareCluster(now, draft, { log, durable: true })
  const oldPlan = { binaries: older, home, durable: true }
  const newPlan = { binaries: now, home: draft, durable: true }
  const report = await withServer(oldPlan, log, (source) =>
    withServer(newPlan, log, async (target) => {
      await buildSchema(source, { pool: target, connection: connectionOf(draft) }, sets)
      const [one, other] = [await source.connect(), await target.connect()]
      return copyDatabase(one, other).finally(() => {
        one.release(true)
        other.release(true)
      })
    }),
  )
  writeFileSync(verifiedFile(home), `${from}\n`)
  return report
}

/** Brings an embedded database to the major version of this product. Null when it is there already. */
export async function upgradeCluster(options: UpgradeOptions): Promise<Upgraded | null> {
  const { dataDir, log } = options
  const home = openDatabaseHome(dataDir, log)
  const release = claimFolder(join(home.folder, 'owner.lock'), dataDir)
  try {
    const now = await preparePostgres(home.folder, home.user)
    const isVerified = existsSync(verifiedFile(home))
    if (!isVerified && (!existsSync(home.cluster) || versionOf(home.cluster) === now.major)) return null
    const draft = openDraft(home, log)
    if (isVerified) return { ...swap(home, draft), to: now.major, report: null }
    await stopOrphanedServer(home, log)
    await stopOrphanedServer(draft, log)
    rmSync(draft.cluster, { recursive: true, force: true })
    const report = await copy(home, draft, now, options).catch((error: unknown) => {
      discard(home, draft)
      throw explain(error)
    })
    return { ...swap(home, draft), to: now.major, report }
  } finally {
    release()
  }
}
