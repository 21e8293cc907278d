import { ArchiveError, type ArchiveSummary, type JobContext, type Queries } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { beat, findBackup, insertBackup, reopen, updateBackup } from './backup-queries.ts'
import { EXTENSION, fileOf, type Services } from './backup-services.ts'
import type { Backup } from './tables.ts'

/** Compared after each restore on trial: the entries of the ledger add up to the same. */
const totals = [{ name: 'ledger', table: 'coins.entry', column: 'amount' }]

const BEAT_MS = 15_000
const TELL_MS = 1_000
/** Writing is the first half of the way, checking the second. */
const HALF = 0.5

type Step = 'writing' | 'checking'

export interface Origin {
  readonly origin: 'manual' | 'schedule' | 'command'
  readonly actor: string | null
}

/** As `spawnpoint-2027-12-31-0300-1f0c9a2e.spbackup`: sorted by name they are sorted by time. */
const nameFor = (id: string, at: Date) =>
  `spawnpoint-${at.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}-${id.slice(0, 8)}${EXTENSION}`

/** Books a backup; null where another is under way. */
export async function bookBackup(
  { clock, audit }: Services,
  tx: Queries,
  { origin, actor }: Origin,
): Promise<string | null> {
  const [id, now] = [randomUUID(), clock.now()]
  const row = { id, origin, createdBy: actor, createdAt: now, beatAt: now, fileName: nameFor(id, now) }
  if (!(await insertBackup(tx, { ...row, state: 'queued', progress: 0 }))) return null
  await audit.write(tx, { actor, action: 'backups:created', target: id, after: { origin } })
  return id
}

/** Books a backup that a worker makes. */
export const requestBackup = (services: Services, origin: Origin): Promise<string | null> =>
  services.db.orm.transaction(async (tx) => {
    const id = await bookBackup(services, tx, origin)
    if (id !== null) await services.jobs.add('make', { id }, { tx })
    return id
  })

/** Signs of life while work goes on, and how far it is: not for each chunk. */
function reportProgress({ db, clock }: Services, id: string, step: Step) {
  let told = 0
  let share = 0
  const tell = () => {
    told = performance.now()
    const progress = (step === 'checking' ? HALF : 0) + share * HALF
    // A lost sign of life is followed by the next one.
    beat(db.orm, id, { state: step, beatAt: clock.now(), progress }).catch(() => undefined)
  }
  const timer = setInterval(tell, BEAT_MS)
  return {
    onProgress({ done, total }: { readonly done: number; readonly total: number }) {
      share = total > 0 ? Math.min(1, done / total) : 0
      if (performance.now() - told > TELL_MS) tell()
    },
    stop: () => clearInterval(timer),
  }
}

async function during<T>(
  services: Services,
  id: string,
  step: Step,
  work: (onProgress: ReturnType<typeof reportProgress>['onProgress']) => Promise<T>,
): Promise<T> {
  await beat(services.db.orm, id, { state: step, beatAt: services.clock.now() })
  const report = reportProgress(services, id, step)
  return work(report.onProgress).finally(report.stop)
}

export const describeSummary = ({ size, tables, rows, version, totals: sums }: ArchiveSummary) => ({
  size,
  tables,
  rows,
  version,
  ledger: sums['ledger'] ?? null,
})

/** The reason as a code that the page has a sentence for. */
export function explainFailure(error: unknown, signal?: AbortSignal): Pick<Backup, 'failure' | 'part'> {
  if (signal?.aborted) return { failure: 'interrupted', part: null }
  if (error instanceof ArchiveError) return { failure: error.reason, part: error.part }
  return { failure: 'unexpected', part: null }
}

async function fail(services: Services, id: string, error: unknown, signal?: AbortSignal) {
  const { db, log, clock, audit } = services
  const reason = explainFailure(error, signal)
  if (reason.failure === 'unexpected') log.error({ backup: id, err: error }, 'backup failed')
  await updateBackup(db.orm, id, { state: 'failed', finishedAt: clock.now(), progress: null, ...reason })
  await audit.write(db.orm, { actor: null, action: 'backups:failed', target: id, after: reason })
}

async function verify(services: Services, row: Backup, signal: AbortSignal | undefined) {
  const { archives, clock, db } = services
  const { restored, ms } = await during(services, row.id, 'checking', (onProgress) =>
    archives.verify(fileOf(services, row), { signal, onProgress }),
  )
  const check = restored ? 'restored' : 'read'
  const at = clock.now()
  // One that was given up meanwhile stays so.
  await beat(db.orm, row.id, {
    state: 'done',
    progress: null,
    finishedAt: at,
    failure: null,
    part: null,
    check,
    checkedAt: at,
    checkMs: ms,
  })
}

/**
 * Does the work of a backup; false where it failed, and its row says why. When the server stops, that is written down at
 * once: the database is closed before the work has noticed.
 */
async function attempt(
  services: Services,
  id: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<boolean> {
  const interrupt = () => void fail(services, id, null, signal).catch(() => undefined)
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    await work()
    return true
  } catch (error) {
    if (!signal?.aborted) await fail(services, id, error)
    return false
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}

/** Writes a backup that is booked, then restores it on trial. False where either failed; its row says why. */
export async function makeBackup(
  services: Services,
  id: string,
  signal?: JobContext['signal'],
): Promise<boolean> {
  const { archives, db } = services
  const row = await findBackup(db.orm, id)
  if (row?.state !== 'queued') return false
  return attempt(services, id, signal, async () => {
    const summary = await during(services, id, 'writing', (onProgress) =>
      archives.write(fileOf(services, row), { id, totals, signal, onProgress }),
    )
    await beat(db.orm, id, describeSummary(summary))
    await verify(services, row, signal)
  })
}

/** Takes a finished backup up for another check, by a worker. */
export const requestCheck = (services: Services, id: string): Promise<boolean> =>
  services.db.orm.transaction(async (tx) => {
    if (!(await reopen(tx, id, services.clock.now()))) return false
    await services.jobs.add('check', { id }, { tx })
    return true
  })

/** Restores a backup on trial that was taken up for it. */
export async function recheckBackup(
  services: Services,
  id: string,
  signal?: JobContext['signal'],
): Promise<boolean> {
  const row = await findBackup(services.db.orm, id)
  if (row?.state !== 'checking') return false
  return attempt(services, id, signal, async () => {
    const summary = await services.archives.read(fileOf(services, row))
    await beat(services.db.orm, id, describeSummary(summary))
    await verify(services, row, signal)
  })
}

export const deleteFile = (services: Services, row: Backup): Promise<void> =>
  rm(fileOf(services, row), { force: true })
