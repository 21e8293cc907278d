import {
  backupFile,
  checkBackup,
  createBackup,
  deleteBackup,
  listBackups,
  prepareDownload,
  readBackupStatus,
  showBackupKey,
  type BackupView,
} from '@spawnpoint/contracts/backups'
import { answer, requireReauthentication, Sessions } from '@spawnpoint/sdk/server'
import { findBackup, isKeyShown, listAll, removeBackup, saveKeyShown } from './backup-queries.ts'
import { nextDue, readSchedule } from './backup-schedule.ts'
import { readHealth } from './backup-health.ts'
import { nameOf, uses } from './backup-services.ts'
import { describeRestore } from './restore-backup.ts'
import { deleteFile, requestBackup, requestCheck } from './run-backup.ts'
import type { Backup } from './tables.ts'

const withSessions = { ...uses, sessions: Sessions }
const iso = (at: Date | null) => at?.toISOString() ?? null

const present = ({ fileName, createdBy: _who, beatAt: _beat, ...row }: Backup): BackupView => ({
  ...row,
  name: nameOf(fileName),
  createdAt: row.createdAt.toISOString(),
  finishedAt: iso(row.finishedAt),
  checkedAt: iso(row.checkedAt),
})

export const handleListBackups = answer(
  listBackups,
  uses,
  async ({ db, archives, settings, clock, instance }) => {
    const { id, source } = archives.key()
    return {
      backups: (await listAll(db.orm)).map(present),
      nextAt: iso(nextDue(readSchedule(settings), clock.now())),
      key: { source, isShown: await isKeyShown(db.orm, id) },
      filesElsewhere: archives.filesElsewhere,
      restore: await describeRestore({ archives, instance }),
    }
  },
)

export const handleReadStatus = answer(readBackupStatus, uses, async (services) => {
  const { health, checkedAt } = await readHealth(services)
  return { health, checkedAt: iso(checkedAt) }
})

export const handleCreateBackup = answer(createBackup, uses, async ({ actor, fail, ...services }) => {
  const id = await requestBackup(services, { origin: 'manual', actor: actor.id })
  if (id === null) throw fail('BACKUPS_RUNNING')
  return { id }
})

export const handleCheckBackup = answer(checkBackup, uses, async ({ params, fail, ...services }) => {
  if (!(await findBackup(services.db.orm, params.id))) throw fail('BACKUPS_NOT_FOUND')
  if (!(await requestCheck(services, params.id))) throw fail('BACKUPS_RUNNING')
  return {}
})

export const handleDeleteBackup = answer(
  deleteBackup,
  withSessions,
  async ({ actor, params, fail, sessions, ip, ...services }) => {
    await requireReauthentication(sessions, actor)
    const { db, audit } = services
    const row = await findBackup(db.orm, params.id)
    if (!row) throw fail('BACKUPS_NOT_FOUND')
    await db.orm.transaction(async (tx) => {
      if (!(await removeBackup(tx, row.id))) throw fail('BACKUPS_RUNNING')
      const before = { file: row.fileName, createdAt: row.createdAt }
      await audit.write(tx, { actor: actor.id, action: 'backups:deleted', target: row.id, before, ip })
    })
    await deleteFile(services, row)
    return {}
  },
)

export const handlePrepareDownload = answer(
  prepareDownload,
  withSessions,
  async ({ actor, params, fail, sessions, db, audit, ip }) => {
    await requireReauthentication(sessions, actor)
    const row = await findBackup(db.orm, params.id)
    if (row?.state !== 'done') throw fail('BACKUPS_NOT_FOUND')
    await audit.write(db.orm, { actor: actor.id, action: 'backups:downloaded', target: row.id, ip })
    return { path: backupFile.path.replace(':id', row.id) }
  },
)

export const handleShowKey = answer(
  showBackupKey,
  withSessions,
  async ({ actor, fail, sessions, db, archives, audit, clock, ip }) => {
    await requireReauthentication(sessions, actor)
    const { id, text, source } = archives.key()
    if (source === 'environment') throw fail('BACKUPS_KEY_IN_ENVIRONMENT')
    await db.orm.transaction(async (tx) => {
      if (!(await saveKeyShown(tx, { keyId: id, shownAt: clock.now(), shownBy: actor.id })))
        throw fail('BACKUPS_KEY_SHOWN')
      await audit.write(tx, { actor: actor.id, action: 'backups:key-shown', ip })
    })
    return { key: text }
  },
)
