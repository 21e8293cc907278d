export {
  backupFile,
  checkBackup,
  createBackup,
  deleteBackup,
  listBackups,
  prepareDownload,
  readBackupStatus,
  restoreBackup,
  restorePage,
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
  restoreObstacles,
  restoreView,
  type BackupView,
  type RestoreView,
} from './schemas.ts'
export { backupsSettings } from './settings.ts'
