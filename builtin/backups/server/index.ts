import { backupsSettings } from '@spawnpoint/contracts/backups'
import { definePluginServer, provideAuditTargets, Sessions } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { reportHealth } from './backup-health.ts'
import { uses } from './backup-services.ts'
import { registerCommands } from './commands.ts'
import { backupFileRoute } from './file-route.ts'
import {
  handleCheckBackup,
  handleCreateBackup,
  handleDeleteBackup,
  handleListBackups,
  handlePrepareDownload,
  handleReadStatus,
  handleShowKey,
} from './handle-calls.ts'
import { checkJob, lookJob, makeJob } from './jobs.ts'
import { handleRestore, noticeRestore, restorePageRoute, settleJob } from './restore-backup.ts'
import { backup } from './tables.ts'

const auditTargets = provideAuditTargets({
  prefix: 'backups',
  permission: 'admin.backups.list',
  page: null,
  table: backup,
  id: backup.id,
  name: backup.fileName,
})

export default definePluginServer(manifest, {
  settings: backupsSettings,
  provides: [auditTargets],
  endpoints: [
    handleListBackups,
    handleReadStatus,
    handleCreateBackup,
    handleCheckBackup,
    handleDeleteBackup,
    handlePrepareDownload,
    handleShowKey,
    handleRestore,
  ],
  jobs: [makeJob, checkJob, lookJob, settleJob],
  uses: { ...uses, sessions: Sessions },
  async setup({ sessions, ...services }, host) {
    host.routes(backupFileRoute({ ...services, sessions }))
    host.health('backups', () => reportHealth(services))
    registerCommands(host, services)
    host.routes(restorePageRoute(services))
    await noticeRestore(services)
  },
})
