import { archivePlace, type SecretsService } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClientBase } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { VERSION } from '../../server/version.ts'
import { loadArchiveKey } from '../archive/archive-key.ts'
import { canCreateDatabases } from '../archive/scratch-database.ts'
import { openFiles } from '../archive/open-archives.ts'
import { during, restoreDatabase } from '../archive/restore-database.ts'
import { withPlace } from '../archive/with-place.ts'
import type { LaunchConfig } from '../read-config.ts'
import { findPending, isUntouched, listShipped, signOfMigrations } from './find-pending.ts'
import { readReady, writeReady } from './ready-record.ts'
import { clearMark, findMark, setMark } from './upgrade-mark.ts'
import { isRelease, programOf } from '../../server/command-line.ts'

/** An upgrade that failed. `start.mjs` and the systemd units know the exit codes: another start would fail in the same way. */
export abstract class UpgradeFailed extends ConfigurationError {
  abstract readonly exitCode: number
}

/** The database is as it was before. */
export class UpgradeUndone extends UpgradeFailed {
  readonly exitCode = 75
}

/** The database could not be put back, such as while another process is connected. */
export class UpgradeStuck extends UpgradeFailed {
  readonly exitCode = 77
}

export interface UpgradeGuard {
  /** Takes a snapshot where this version changes tables. To be called before any migration. */
  prepare(database: OpenDatabase, secrets: SecretsService): Promise<void>
  /** Throws where a table could not be changed. To be called after all migrations, before anything is answered or done. */
  confirm(database: OpenDatabase): Promise<void>
  /** To be called once the product is up: the snapshot stays as a file, and nothing goes back to it any more. */
  succeed(database: OpenDatabase): Promise<void>
  /** To be called once the start has failed and its connections are closed. Answers the error to report. */
  fail(error: unknown): Promise<unknown>
}

const { folder: FOLDER, beforeUpgrade: PREFIX } = archivePlace
const KEPT = 3
// Any number that nothing else in the product locks.
const LOCK = 7_305_113_207

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function dropOldSnapshots(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name.endsWith('.spbackup'))
  for (const name of names.toSorted().slice(0, -KEPT)) rmSync(join(folder, name), { force: true })
}

/** One process at a time; those that wait find the mark. */
async function whileAlone<T>({ pool }: OpenDatabase, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work(client)
  } finally {
    client.release(true)
  }
}

interface Snapshot {
  readonly file: string
  readonly secrets: SecretsService
}

export function createUpgradeGuard(config: LaunchConfig, log: DatabaseLog): UpgradeGuard {
  const folder = join(resolve(config.dataDir), FOLDER)
  const shipped = listShipped()
  const sign = signOfMigrations(shipped)
  let snapshot: Snapshot | null = null

  /** Writes a backup and restores it on trial, before anything is changed. */
  async function write(database: OpenDatabase, secrets: SecretsService): Promise<string> {
    const now = new Date()
    const [id, day] = [randomUUID(), now.toISOString().slice(0, 16).replace('T', '-').replace(':', '')]
    const file = join(folder, `${PREFIX}${day}-${id.slice(0, 8)}.spbackup`)
    const archives = openFiles({ config, database, secrets, log, clock: { now: () => new Date() } })
    await archives.write(file, { id, totals: [] })
    await archives.verify(file).catch((error: unknown) => {
      // Each further start would leave another one, and none of them is a way back.
      rmSync(file, { force: true })
      throw error
    })
    dropOldSnapshots(folder)
    return file
  }

  async function take(database: OpenDatabase, secrets: SecretsService, client: ClientBase) {
    const mark = await findMark(client)
    // An upgrade that was interrupted goes on: its snapshot is of before it.
    if (mark !== null) return existsSync(mark.file) ? mark.file : null
    if ((await findPending(client, shipped)).length === 0) return null
    if (!(await canCreateDatabases(database.pool)))
      log.warn(
        'The role of DATABASE_URL may not create databases: should this upgrade fail, it is not undone by itself. Let it with: alter role … createdb.',
      )
    console.log('Making a backup before the upgrade …')
    const file = await write(database, secrets).catch((error: unknown) => {
      throw new ConfigurationError(
        `The upgrade needs a backup first, and it could not be made: ${reasonOf(error)} Nothing was changed. Solve that, or start with UPGRADE_SNAPSHOT=0 to upgrade without one.`,
      )
    })
    await setMark(client, { file, version: VERSION })
    return file
  }

  return {
    async prepare(database, secrets) {
      if (!config.upgradeSnapshot) return
      const { pool } = database
      const isDue = (await findPending(pool, shipped)).length > 0 && !(await isUntouched(pool))
      if (!isDue && (await findMark(pool)) === null) return
      const file = await whileAlone(database, (client) => take(database, secrets, client))
      if (file !== null) snapshot = { file, secrets }
    },
    async confirm({ pool }) {
      if (snapshot === null) return
      const left = await findPending(pool, shipped)
      if (left.length > 0) throw new Error(`Not applied: ${left.join(', ')}. The log says why.`)
    },
    async succeed({ pool }) {
      if ((await findMark(pool)) !== null) await clearMark(pool)
      writeReady(config.dataDir, sign)
      snapshot = null
    },
    async fail(error) {
      if (snapshot === null) return error
      const { file, secrets } = snapshot
      try {
        const isUndone = await withPlace(config, async (place) => {
          // Another process became ready meanwhile: what it has written since must not be lost.
          if ((await during(place.connection, findMark)) === null) return false
          await restoreDatabase({
            ...place,
            file,
            secrets,
            key: loadArchiveKey(config.dataDir, config.backupKey),
            otherSecretKey: false,
            discardOld: false,
          })
          return true
        })
        if (!isUndone) return error
      } catch (problem) {
        return new UpgradeStuck(
          `The upgrade to ${VERSION} failed: ${reasonOf(error)}\nThe database could not be put back: ${reasonOf(problem)}\nStop every process of Spawnpoint, start the version from before, and run: ${programOf('backup')} restore ${file}`,
        )
      }
      const commit = readReady(config.dataDir)?.commit
      const back = commit
        ? `git checkout ${commit}`
        : isRelease
          ? 'go back to its folder'
          : 'check out its commit'
      return new UpgradeUndone(
        `The upgrade to ${VERSION} failed and was undone: ${reasonOf(error)}\nThe database is as it was before it (backup: ${file}). To run the version from before: ${back}, then start again.`,
      )
    },
  }
}
