import { ArchiveError, explainFileError, type AdminCommand, type ServerHost } from '@spawnpoint/sdk/server'
import { listAll, findBackup } from './backup-queries.ts'
import { fileOf, type Services } from './backup-services.ts'
import { bookBackup, makeBackup } from './run-backup.ts'
import { applyRetention, reconcile } from './tidy-backups.ts'
import type { Backup } from './tables.ts'

const checks = { restored: 'restored and checked', read: 'read and checked', none: 'not checked' } as const

const lineOf = ({ fileName, state, size, rows, check }: Backup) =>
  [fileName, state === 'done' ? checks[check] : state, `${rows ?? '-'} rows`, `${size ?? '-'} bytes`].join(
    '  ',
  )

const create = (services: Services): AdminCommand => ({
  summary: 'make a backup now and restore it on trial',
  arguments: [],
  async run() {
    await reconcile(services)
    const { db } = services
    const id = await db.orm.transaction((tx) => bookBackup(services, tx, { origin: 'command', actor: null }))
    if (id === null) return { failed: true, text: 'Another backup is being made. Try again when it is done.' }
    const isMade = await makeBackup(services, id)
    await applyRetention(services)
    const row = await findBackup(db.orm, id)
    if (!isMade || !row)
      return {
        failed: true,
        text: `The backup failed: ${row?.failure ?? 'unexpected'}${row?.part ? ` (${row.part})` : ''}.`,
      }
    return { text: `${fileOf(services, row)}\n${lineOf(row)}` }
  },
})

const list = (services: Services): AdminCommand => ({
  summary: 'list the backups in the data folder',
  arguments: [],
  async run() {
    await reconcile(services)
    const rows = await listAll(services.db.orm)
    return { text: rows.length === 0 ? 'There are no backups yet.' : rows.map(lineOf).join('\n') }
  },
})

const verify = ({ archives }: Services): AdminCommand => ({
  summary: 'restore a backup on trial and compare it',
  arguments: ['file'],
  async run([file = '']) {
    try {
      const { rows, tables, version } = await archives.read(file)
      const { restored, ms } = await archives.verify(file)
      const done = restored
        ? 'was restored into a database of its own and compared'
        : "is intact; it was not restored, as the database's user may not create databases"
      return { text: `The backup ${done}: ${rows} rows in ${tables} tables, version ${version}, ${ms} ms.` }
    } catch (error) {
      const text = error instanceof ArchiveError ? error.message : explainFileError(error)
      if (text === null) throw error
      return { failed: true, text }
    }
  },
})

/** `npm run backup -- create | list | verify FILE`. */
export function registerCommands(host: ServerHost, services: Services): void {
  host.command('backup create', create(services))
  host.command('backup list', list(services))
  host.command('backup verify', verify(services))
}
