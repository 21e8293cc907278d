import { defineEndpoint, ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { backupHealth, backupView, restoreObstacles, restoreView } from './schemas.ts'

const params = z.strictObject({ id: z.uuid() })
const see = { permission: 'admin.backups.list' } as const
const make = { permission: 'admin.backups.create' } as const
const BACKUPS_NOT_FOUND = 404
const BACKUPS_RUNNING = 409

export const listBackups = defineEndpoint({
  method: 'GET',
  path: '/api/backups/list',
  summary: 'List backups, the newest first',
  access: see,
  reply: z.object({
    backups: z.array(backupView),
    /** When the next daily backup is due; null while they are off. */
    nextAt: z.iso.datetime().nullable(),
    key: z.object({
      /** `environment`: set by the operator. `file`: made by the product in its data folder. */
      source: z.enum(['environment', 'file']),
      /** It was seen once. */
      isShown: z.boolean(),
    }),
    /** The bucket with uploads and packages, which backups do not contain; null where they are in the database. */
    filesElsewhere: z.string().nullable(),
    restore: z.object({
      obstacle: z.enum(restoreObstacles).nullable(),
      last: restoreView.nullable(),
      /** As the operator types them on the server. */
      commands: z.object({ start: z.string(), restore: z.string(), undo: z.string() }),
    }),
  }),
})

export const readBackupStatus = defineEndpoint({
  method: 'GET',
  path: '/api/backups/status',
  summary: 'Read whether backups are up to date',
  access: see,
  reply: z.object({ health: backupHealth, checkedAt: z.iso.datetime().nullable() }),
})

export const createBackup = defineEndpoint({
  method: 'POST',
  path: '/api/backups/create',
  summary: 'Start a backup',
  access: make,
  reply: z.object({ id: z.uuid() }),
  fails: { BACKUPS_RUNNING },
})

export const checkBackup = defineEndpoint({
  method: 'POST',
  path: '/api/backups/:id/check',
  summary: 'Restore a backup on trial',
  access: make,
  params,
  reply: z.object({}),
  fails: { BACKUPS_NOT_FOUND, BACKUPS_RUNNING },
})

export const deleteBackup = defineEndpoint({
  method: 'DELETE',
  path: '/api/backups/:id',
  summary: 'Delete a backup and its file',
  access: { permission: 'admin.backups.delete' },
  params,
  reply: z.object({}),
  fails: { BACKUPS_NOT_FOUND, BACKUPS_RUNNING },
})

/** The file itself follows from `path` while the reauthentication is recent. */
export const prepareDownload = defineEndpoint({
  method: 'POST',
  path: '/api/backups/:id/download',
  summary: 'Prepare the download of a backup',
  access: see,
  params,
  reply: z.object({ path: z.string() }),
  fails: { BACKUPS_NOT_FOUND },
})

/** The route of the file, which is no JSON endpoint. */
export const backupFile = { path: '/api/backups/:id/file', ...see } as const

export const showBackupKey = defineEndpoint({
  method: 'POST',
  path: '/api/backups/key',
  summary: 'Show the backup key, once',
  access: { permission: ROOT_PERMISSION },
  reply: z.object({ key: z.string() }),
  fails: { BACKUPS_KEY_SHOWN: 409, BACKUPS_KEY_IN_ENVIRONMENT: 409 },
})

/** Each process ends, and the next start restores. `path` is the page that shows how far it is. */
export const restoreBackup = defineEndpoint({
  method: 'POST',
  path: '/api/backups/:id/restore',
  summary: 'Restore a backup in the place of the database',
  access: { permission: ROOT_PERMISSION },
  params,
  body: z.strictObject({ name: z.string().max(300) }),
  reply: z.object({ path: z.string() }),
  fails: {
    BACKUPS_NOT_FOUND,
    BACKUPS_RUNNING,
    BACKUPS_NAME_WRONG: 400,
    BACKUPS_NOT_CHECKED: 409,
    BACKUPS_RESTORE_REFUSED: 409,
    BACKUPS_FILE_REFUSED: 409,
  },
})

/** The page about a restore, which is no JSON endpoint; the start that restores answers at the same address. */
export const restorePage = { path: '/restore/:token' } as const
