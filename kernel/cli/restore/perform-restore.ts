import { ArchiveError, type SecretsService } from '@spawnpoint/sdk/server'
import { Client, type PoolConfig } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { loadArchiveKey } from '../archive/archive-key.ts'
import { DatabaseInUse, findRestoredId, fromOutside, restoreDatabase } from '../archive/restore-database.ts'
import type { Place } from '../archive/restore-database.ts'
import { withPlace } from '../archive/with-place.ts'
import { parseDatabaseUrl } from '../postgres/external.ts'
import type { LaunchConfig } from '../read-config.ts'
import { isUnderWay, readRestore, writeRestore, type RestoreRecord } from './restore-record.ts'
import { serveRestore } from './restore-server.ts'

// Any number that nothing else in the product locks.
const LOCK = 7_305_113_209
// Other processes wait STOP_DELAY and then for the calls that are open.
const LEAVE_MS = 120_000
const WRITE_MS = 500

type Change = Partial<RestoreRecord>

/** The record on disk, changed step by step. */
function openRecord(config: LaunchConfig, secrets: SecretsService) {
  const read = () => readRestore(config.dataDir, secrets)
  return {
    read,
    change(change: Change) {
      const found = read()
      if (found) writeRestore(config.dataDir, secrets, { ...found, ...change })
    },
  }
}

type OpenRecord = ReturnType<typeof openRecord>

const textOf = (error: unknown) =>
  error instanceof ArchiveError || error instanceof ConfigurationError ? error.message : error

function reasonOf(error: unknown): Pick<RestoreRecord, 'reason' | 'part'> {
  if (error instanceof ArchiveError) return { reason: error.reason, part: error.part }
  if (error instanceof DatabaseInUse) return { reason: 'in-use', part: null }
  return { reason: 'unexpected', part: null }
}

/** Several processes share the database: one restores, the others wait until it has. */
async function whileAlone(connection: PoolConfig, work: () => Promise<void>): Promise<void> {
  await fromOutside({ ...connection, statement_timeout: 0 }, async (client: Client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await work()
  })
}

/** A process that was killed in the middle leaves the database as it was, or the restored one in its place. */
async function settleInterrupted(record: OpenRecord, id: string, { connection }: Place): Promise<void> {
  const isRestored = (await findRestoredId(connection)) === id
  record.change(
    isRestored
      ? { state: 'done', step: 'starting', progress: null }
      : { state: 'failed', step: 'starting', progress: null, reason: 'interrupted' },
  )
}

async function restore(config: LaunchConfig, secrets: SecretsService, record: OpenRecord, place: Place) {
  const found = record.read()
  if (!found || !isUnderWay(found)) return
  if (found.state === 'running') return settleInterrupted(record, found.id, place)
  record.change({ state: 'running', step: 'stopping' })
  let written = 0
  const { rows, kept } = await restoreDatabase({
    ...place,
    id: found.id,
    file: found.file,
    key: loadArchiveKey(config.dataDir, config.backupKey),
    secrets,
    otherSecretKey: false,
    discardOld: false,
    endSessions: true,
    patienceMs: LEAVE_MS,
    onStep: (step) => record.change({ step, progress: null }),
    onProgress({ done, total }) {
      if (performance.now() - written < WRITE_MS) return
      written = performance.now()
      record.change({ progress: total > 0 ? Math.min(1, done / total) : 0 })
    },
  })
  record.change({ state: 'done', step: 'starting', progress: null, rows, kept })
}

/** Restores what is asked for, and answers at the product's address meanwhile. */
export async function performRestore(
  config: LaunchConfig,
  secrets: SecretsService,
  asked: RestoreRecord,
): Promise<void> {
  const record = openRecord(config, secrets)
  console.log(`Restoring the backup of ${asked.backupAt} …`)
  const close = await serveRestore(config, record.read)
  const run = () => withPlace(config, (place) => restore(config, secrets, record, place))
  try {
    await (config.databaseUrl === null
      ? run()
      : whileAlone(parseDatabaseUrl(config.databaseUrl).connection, run))
    console.log('The restore has ended; starting.')
  } catch (error) {
    // The product starts on the database of before, and says what went wrong.
    record.change({ state: 'failed', step: 'starting', progress: null, ...reasonOf(error) })
    console.error('The backup could not be restored:', textOf(error))
  } finally {
    await close()
  }
}
