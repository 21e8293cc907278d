import { archivePlace } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { insertBackup, listAll, listStale, removeBackup, updateBackup } from './backup-queries.ts'
import { findSurplus, readSchedule } from './backup-schedule.ts'
import { EXTENSION, fileOf, folderOf, type Services } from './backup-services.ts'
import { deleteFile, describeSummary, explainFailure } from './run-backup.ts'
import type { Backup } from './tables.ts'

/** Several times the interval of the signs of life. */
const SILENT_MS = 180_000

const sizeOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  )

const namesIn = (folder: string): Promise<string[]> =>
  // Before the first backup there is no folder.
  readdir(folder).catch(() => [])

/** A process that was killed leaves its backup open: what is whole is kept, the rest counts as failed. */
async function closeSilent(services: Services, now: Date, silentMs: number) {
  for (const row of await listStale(services.db.orm, new Date(now.getTime() - silentMs))) {
    const file = fileOf(services, row)
    await rm(`${file}.part`, { force: true })
    const isWhole = (await sizeOf(file)) !== null
    const state: Backup['state'] = isWhole ? 'done' : 'failed'
    const failure = isWhole ? null : 'interrupted'
    await updateBackup(services.db.orm, row.id, { state, failure, progress: null, finishedAt: now })
  }
}

/** Notes what somebody put into the folder or took out of it. */
async function compareFolder(services: Services, now: Date) {
  const { db, archives } = services
  const rows = await listAll(db.orm)
  const names = new Set((await namesIn(folderOf(services))).filter((name) => name.endsWith(EXTENSION)))
  for (const { id, state, fileName } of rows) {
    const isThere = names.delete(fileName)
    if (state === 'done' && !isThere) await updateBackup(db.orm, id, { state: 'missing' })
    if (state === 'missing' && isThere) await updateBackup(db.orm, id, { state: 'done' })
  }
  for (const fileName of names) {
    const origin = fileName.startsWith(archivePlace.beforeUpgrade) ? ('upgrade' as const) : ('found' as const)
    const row = { id: randomUUID(), origin, fileName, createdAt: now, finishedAt: now }
    const file = join(folderOf(services), fileName)
    try {
      const summary = await archives.read(file)
      const { createdAt } = summary
      await insertBackup(db.orm, { ...row, createdAt, ...describeSummary(summary), state: 'done' })
    } catch (error) {
      const size = await sizeOf(file)
      await insertBackup(db.orm, { ...row, size, ...explainFailure(error), state: 'unreadable' })
    }
  }
}

/** Brings the list up to date with the folder, and closes what nobody works on any more. */
export async function reconcile(
  services: Services,
  { isNothingRunning = false }: { readonly isNothingRunning?: boolean } = {},
): Promise<void> {
  const now = services.clock.now()
  await closeSilent(services, now, isNothingRunning ? 0 : SILENT_MS)
  await compareFolder(services, now)
}

/** Deletes daily backups that are no longer needed. */
export async function applyRetention(services: Services): Promise<void> {
  const { db, settings, clock, audit } = services
  const daily = (await listAll(db.orm)).filter(
    ({ origin, state }) => origin === 'schedule' && (state === 'done' || state === 'failed'),
  )
  const rows = daily.map((row) => ({ ...row, isChecked: row.state === 'done' && row.check !== 'none' }))
  const surplus = new Set(findSurplus(rows, readSchedule(settings), clock.now()))
  for (const row of daily.filter(({ id }) => surplus.has(id))) {
    if (!(await removeBackup(db.orm, row.id))) continue
    await deleteFile(services, row)
    const before = { file: row.fileName, createdAt: row.createdAt }
    await audit.write(db.orm, { actor: null, action: 'backups:expired', target: row.id, before })
  }
}
