import { z } from 'zod'

/** `missing`: its file is gone. `unreadable`: a file in the folder that this product cannot open. */
export const backupStates = [
  'queued',
  'writing',
  'checking',
  'done',
  'failed',
  'missing',
  'unreadable',
] as const

/** `command`: from the command line. `upgrade`: made by a start before it changed tables. `found`: a file that was put into the folder. */
export const backupOrigins = ['manual', 'schedule', 'command', 'upgrade', 'found'] as const

/** `restored`: restored into a database and compared. `read`: only read, as no database could be made for it. */
export const backupChecks = ['none', 'restored', 'read'] as const

export const backupView = z.object({
  id: z.uuid(),
  /** The name of its file, which a restore asks for. */
  name: z.string(),
  state: z.enum(backupStates),
  origin: z.enum(backupOrigins),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** From 0 to 1; null where nothing is under way. */
  progress: z.number().nullable(),
  size: z.number().nullable(),
  tables: z.number().nullable(),
  rows: z.number().nullable(),
  version: z.string().nullable(),
  /** The sum of all entries of the coin ledger, exact; null where it was not recorded. */
  ledger: z.string().nullable(),
  check: z.enum(backupChecks),
  checkedAt: z.iso.datetime().nullable(),
  checkMs: z.number().nullable(),
  /** The reason of a failure, and the table or section of the file that it is about. */
  failure: z.string().nullable(),
  part: z.string().nullable(),
})
export type BackupView = z.output<typeof backupView>

export const activeStates: readonly BackupView['state'][] = ['queued', 'writing', 'checking']

/** How backups stand. `overdue`: no checked backup for 26 hours although daily backups are on. */
export const backupHealth = z.enum(['off', 'waiting', 'well', 'read', 'overdue'])
export type BackupHealth = z.output<typeof backupHealth>

/** `unsupervised`: the product was not started by its launcher. `database-rights`: its user may not create a database. */
export const restoreObstacles = ['unsupervised', 'under-way', 'database-rights'] as const

/** How the last restore from this page ended. */
export const restoreView = z.object({
  id: z.uuid(),
  state: z.enum(['requested', 'running', 'done', 'failed']),
  backupAt: z.iso.datetime(),
  requestedAt: z.iso.datetime(),
  reason: z.string().nullable(),
  part: z.string().nullable(),
  /** The name of the database of before, which is kept until the next restore. */
  kept: z.string().nullable(),
})
export type RestoreView = z.output<typeof restoreView>
