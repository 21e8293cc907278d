import { BuildQueue, queueSettings } from '@spawnpoint/contracts/server-queue'
import { definePluginServer, provide, provideAuditTargets } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { serverQueueExport } from './export.ts'
import { createBuildQueue } from './build-queue.ts'
import { checkQueue } from './check-queue.ts'
import { guardCatalogue } from './guard-catalogue.ts'
import { handleBuildOptions, handleCreateBuild, handleFindOwners } from './handle-create-build.ts'
import { handleCountBuilds, handleListBuilds } from './handle-list-builds.ts'
import { handleListLogs } from './handle-logs.ts'
import { handleGetBuild, handleRemoveBuild } from './handle-one-build.ts'
import { handleRetryBuild } from './handle-retry-build.ts'
import { queueJobs } from './queue-jobs.ts'
import { queueMetrics } from './queue-metrics.ts'
import { queueListeners } from './queue-listeners.ts'
import { queueUses } from './queue-uses.ts'
import { build } from './tables.ts'

const auditTargets = provideAuditTargets({
  prefix: 'server-queue',
  permission: 'admin.server.queue.list',
  page: 'server-queue-view',
  table: build,
  id: build.id,
  name: build.name,
})

export default definePluginServer(manifest, {
  settings: queueSettings,
  provides: [serverQueueExport, provide(BuildQueue, queueUses, createBuildQueue), queueMetrics, auditTargets],
  endpoints: [
    handleListBuilds,
    handleCountBuilds,
    handleListLogs,
    handleFindOwners,
    handleBuildOptions,
    handleGetBuild,
    handleCreateBuild,
    handleRemoveBuild,
    handleRetryBuild,
  ],
  jobs: queueJobs,
  listeners: queueListeners,
  uses: queueUses,
  setup(services, host) {
    host.health('queue', () => checkQueue(services))
    host.onDispose(guardCatalogue(services))
  },
})
