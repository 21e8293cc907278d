import { adminHomeSettings } from '@spawnpoint/contracts/admin-home'
import {
  Clock,
  Database,
  definePluginServer,
  Instance,
  Plugins,
  provide,
  RecentLog,
  Schedules,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleReadActivity } from './activity.ts'
import { checkJobs, checkPlugins } from './check-running.ts'
import { handleDismissChecklist, handleReadChecklist } from './checklist.ts'
import { handleReadLogs, handleShareLogs, logFileRoute } from './handle-logs.ts'
import { handleCheckUpdates, handleReadRepository, handleReadUpdates } from './handle-updates.ts'
import { handleReadOverview } from './overview.ts'
import { handleReadAnalytics } from './read-analytics.ts'
import { handleReadSchedules } from './read-schedules.ts'
import { createRepositoryLookup, RepositoryLookup } from './repository-lookup.ts'

export default definePluginServer(manifest, {
  settings: adminHomeSettings,
  internal: [
    provide(RepositoryLookup, { db: Database, clock: Clock, instance: Instance }, createRepositoryLookup),
  ],
  endpoints: [
    handleReadOverview,
    handleReadActivity,
    handleReadChecklist,
    handleDismissChecklist,
    handleReadAnalytics,
    handleReadSchedules,
    handleReadUpdates,
    handleCheckUpdates,
    handleReadRepository,
    handleReadLogs,
    handleShareLogs,
  ],
  uses: { recentLog: RecentLog, schedules: Schedules, plugins: Plugins },
  setup(services, host) {
    host.health('jobs', () => checkJobs(services.schedules))
    host.health('plugins', () => checkPlugins(services.plugins))
    host.routes(logFileRoute(services))
  },
})
