export {
  backupFile,
  checkBackup,
  createBackup,
  deleteBackup,
  listBackups,
  prepareDownload,
  readBackupStatus,
  showBackupKey,
} from './calls.ts'
export {
  activeStates,
  backupChecks,
  backupHealth,
  backupOrigins,
  backupStates,
  backupView,
  type BackupHealth,
  type BackupView,
} from './schemas.ts'
export { backupsSettings } from './settings.ts'
