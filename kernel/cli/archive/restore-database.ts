import { setTimeout as pause } from 'node:timers/promises'
import type { ArchiveKey, ArchiveWork, SecretsService } from '@spawnpoint/sdk/server'
import { Client, type ClientBase, type PoolConfig } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { checkArchive, openArchive, type ArchiveReader } from './archive-reader.ts'
import { loadArchive } from './load-archive.ts'
import { restoreInPlace } from './restore-in-place.ts'
import {
  canCreateDatabases,
  connectionTo,
  createDatabase,
  dropDatabase,
  exchangeDatabases,
  nameBeside,
  nameOf,
  openTarget,
} from './scratch-database.ts'
import { signOfSecretKey } from './write-archive.ts'

/** The database to restore into, with nothing of ours connected to it. */
export interface Place {
  readonly connection: PoolConfig
  readonly log: DatabaseLog
}

export interface RestoreOptions extends Place {
  readonly file: string
  readonly key: ArchiveKey
  readonly secrets: Pick<SecretsService, 'sign'>
  /** Restores although the stored secrets open under another SECRET_KEY only. */
  readonly otherSecretKey: boolean
  /** Drops the database of before once the new one is in its place. */
  readonly discardOld: boolean
  /** Names this restore in the database that it makes: see `findRestoredId`. */
  readonly id?: string
  /** Everybody logs in again: a session that had ended since the backup must not come back. */
  readonly endSessions?: boolean
  /** How long others may take to leave the database; two seconds when left out. */
  readonly patienceMs?: number
  readonly onStep?: (step: RestoreStep) => void
  readonly onProgress?: ArchiveWork['onProgress']
}

export type RestoreStep = 'checking' | 'loading' | 'exchanging'

export interface Restored {
  readonly rows: number
  readonly tables: number
  readonly createdAt: Date
  /** The name of the database of before; null where none is kept. */
  readonly kept: string | null
}

/** Does something over a connection of its own. */
export async function during<T>(connection: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, application_name: 'spawnpoint-restore' })
  client.on('error', () => undefined) // the statement under way fails with it
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Something else is connected to the database. */
export class DatabaseInUse extends ConfigurationError {}

const inUse = () =>
  new DatabaseInUse(
    'The database is in use: stop Spawnpoint and every program that is connected to it, then run this again. Behind PgBouncer, see the README. Nothing was changed.',
  )

const countOthers = (connection: PoolConfig): Promise<number> =>
  during(connection, async (client) => {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (backend_type is null or backend_type = 'client backend')`,
    )
    return rows[0]?.others ?? 0
  })

const PATIENCE_MS = 2_000
const LOOK_EVERY_MS = 200

/** Another's writes would be lost without a word. Connections of a process that has just ended close a moment later. */
async function refuseWhileUsed(connection: PoolConfig, patienceMs = PATIENCE_MS): Promise<void> {
  for (let look = 1; (await countOthers(connection)) > 0; look += 1) {
    if (look * LOOK_EVERY_MS >= patienceMs) throw inUse()
    await pause(LOOK_EVERY_MS)
  }
}

async function check(reader: ArchiveReader, { secrets, otherSecretKey }: RestoreOptions): Promise<void> {
  if (reader.manifest.secretKey !== signOfSecretKey(secrets) && !otherSecretKey)
    throw new ConfigurationError(
      'The backup belongs to another SECRET_KEY, without which its stored secrets cannot be read: set SECRET_KEY to that one, or restore with --other-secret-key and enter the secrets again. Nothing was changed.',
    )
  await checkArchive(reader, () => undefined)
}

/** Jobs that were under way when the backup was made are free again: the process that had them is gone. */
async function freeJobs(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ here: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as here`,
  )
  if (!rows[0]?.here) return
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`,
    )
}

const NOTE = 'spawnpoint restore '

/** The id of the restore that made this database; it stays with the database whatever that is called. */
export const findRestoredId = (connection: PoolConfig): Promise<string | null> =>
  during(connection, async (client) => {
    const { rows } = await client.query<{ note: string | null }>(
      `select shobj_description(oid, 'pg_database') as note from pg_database where datname = current_database()`,
    )
    const note = rows[0]?.note ?? ''
    return note.startsWith(NOTE) ? note.slice(NOTE.length) : null
  })

/** The rest of what changes in the restored rows: work that was under way, and who is logged in. */
const beforeCommitOf =
  ({ endSessions = false }: RestoreOptions) =>
  async (client: ClientBase): Promise<void> => {
    await freeJobs(client)
    if (endSessions) await client.query('delete from kernel.session; delete from kernel.pending_session')
  }

/** A database is renamed from another one of the same server. */
export async function fromOutside<T>(
  connection: PoolConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const [one, other] = ['postgres', 'template1'].map((name) => connectionTo(connection, name))
  if (!one || !other) throw new Error('two databases are named above')
  try {
    await during(one, async () => undefined)
  } catch {
    return during(other, work)
  }
  return during(one, work)
}

const explain = (error: unknown) => (findErrorCode(error) === '55006' ? inUse() : error)

/** Restores beside the database, then exchanges the names of both at once. */
async function restoreBeside(reader: ArchiveReader, options: RestoreOptions): Promise<string | null> {
  const { connection, log, discardOld, id, onStep, onProgress } = options
  const name = await during(connection, nameOf)
  const [draft, kept] = [nameBeside(name, 'restore'), nameBeside(name, 'before')]
  onStep?.('loading')
  await during(connection, async (client) => {
    await createDatabase(client, draft)
    if (id !== undefined) await client.query(`comment on database "${draft}" is '${NOTE}${id}'`)
  })
  const target = openTarget(connection, draft, log)
  try {
    const load = { beforeCommit: beforeCommitOf(options), onProgress }
    await loadArchive(target, reader, load).finally(() => target.pool.end())
    onStep?.('exchanging')
    await fromOutside(connection, async (client) => {
      await dropDatabase(client, kept)
      await exchangeDatabases(client, { name, draft, kept })
      if (discardOld) await dropDatabase(client, kept)
    })
  } catch (error) {
    await during(connection, (client) => dropDatabase(client, draft))
    throw explain(error)
  }
  return discardOld ? null : kept
}

/** Restores an archive. The whole file is checked before anything is changed. */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { connection, file, key, patienceMs, onStep } = options
  await refuseWhileUsed(connection, patienceMs)
  onStep?.('checking')
  const reader = await openArchive(file, key)
  try {
    await check(reader, options)
    const { tables } = reader.manifest
    const canCreate = await during(connection, canCreateDatabases)
    const kept = canCreate
      ? await restoreBeside(reader, options)
      : await restoreInPlace(reader, options, beforeCommitOf(options))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { rows, tables: tables.length, createdAt: reader.header.createdAt, kept }
  } finally {
    await reader.close()
  }
}

/** Puts the database of before the last restore back, and keeps the restored one in its stead. */
export async function undoRestore({ connection }: Place): Promise<void> {
  await refuseWhileUsed(connection)
  const name = await during(connection, nameOf)
  const [kept, draft] = [nameBeside(name, 'before'), nameBeside(name, 'restore')]
  await fromOutside(connection, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [kept])
    if (!rowCount) throw new ConfigurationError('No database of before a restore is kept.')
    await client.query(`alter database "${kept}" rename to "${draft}"`)
    await exchangeDatabases(client, { name, draft, kept })
  }).catch((error: unknown) => {
    throw explain(error)
  })
}
