import type { EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import type { EggsService } from '@spawnpoint/contracts/eggs'
import type { LocationsService } from '@spawnpoint/contracts/locations'
import type { MailService } from '@spawnpoint/contracts/mail'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { BuildQueueService } from '@spawnpoint/contracts/server-queue'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type {
  AuditService,
  ClockService,
  DatabaseService,
  EventsService,
  JobsService,
  LimitsService,
  LogService,
  PermissionsService,
  SessionsService,
  SettingsService,
} from '@spawnpoint/sdk/server'

/** The services that the parts of `servers` share. */
export interface ServerUses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly sessions: SessionsService
  readonly events: EventsService
  readonly jobs: JobsService
  readonly audit: AuditService
  readonly clock: ClockService
  readonly log: LogService
  readonly permissions: PermissionsService
  readonly users: UsersService
  readonly limits: LimitsService
  readonly mail: Live<MailService>
  readonly panel: PanelService
  readonly queue: BuildQueueService
  readonly locations: LocationsService
  readonly categories: EggCategoriesService
  readonly eggs: EggsService
}
