import * as contract from '@spawnpoint/contracts/admin-home'
import type { EggsService } from '@spawnpoint/contracts/eggs'
import type { LocationsService } from '@spawnpoint/contracts/locations'
import type { MailService } from '@spawnpoint/contracts/mail'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { BuildQueueService } from '@spawnpoint/contracts/server-queue'
import type { ServersService } from '@spawnpoint/contracts/servers'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type * as kernel from '@spawnpoint/sdk/server'
import { handleReadActivity } from './activity.ts'
import { handleDismissChecklist, handleReadChecklist } from './checklist.ts'
import { handleReadLogs, handleShareLogs, logFileRoute } from './handle-logs.ts'
import { handleCheckUpdates, handleReadRepository, handleReadUpdates } from './handle-updates.ts'
import { handleReadOverview } from './overview.ts'
import { handleReadAnalytics } from './read-analytics.ts'
import { handleReadSchedules } from './read-schedules.ts'
import { createRepositoryLookup } from './repository-lookup.ts'

interface Uses {
  readonly db: kernel.DatabaseService
  readonly settings: kernel.SettingsService
  readonly audit: kernel.AuditService
  readonly clock: kernel.ClockService
  readonly limits: kernel.LimitsService
  readonly instance: kernel.InstanceService
  readonly plugins: kernel.PluginsService
  readonly schedules: kernel.SchedulesService
  readonly recentLog: kernel.RecentLogService
  readonly users: Live<UsersService>
  readonly servers: Live<ServersService>
  readonly queue: Live<BuildQueueService>
  readonly panel: Live<PanelService>
  readonly mail: Live<MailService>
  readonly locations: Live<LocationsService>
  readonly eggs: Live<EggsService>
}

export function registerEndpoints(uses: Uses, host: kernel.ServerHost): void {
  const lookup = createRepositoryLookup({ ...uses, version: uses.instance.version })
  host.endpoint(contract.readOverview, handleReadOverview(uses))
  host.endpoint(contract.readActivity, handleReadActivity(uses))
  host.endpoint(contract.readChecklist, handleReadChecklist(uses))
  host.endpoint(contract.dismissChecklist, handleDismissChecklist(uses))
  host.endpoint(contract.readAnalytics, handleReadAnalytics(uses))
  host.endpoint(contract.readSchedules, handleReadSchedules(uses))
  host.endpoint(contract.readUpdates, handleReadUpdates({ ...uses, lookup }))
  host.endpoint(contract.checkUpdates, handleCheckUpdates({ ...uses, lookup }))
  host.endpoint(contract.readRepository, handleReadRepository({ ...uses, lookup }))
  host.endpoint(contract.readLogs, handleReadLogs(uses))
  host.endpoint(contract.shareLogs, handleShareLogs(uses))
  host.routes(logFileRoute(uses))
}
