import type { EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import type { EggsService } from '@spawnpoint/contracts/eggs'
import type { LocationsService } from '@spawnpoint/contracts/locations'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { ServersService } from '@spawnpoint/contracts/servers'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type {
  AuditService,
  ClockService,
  DatabaseService,
  EventsService,
  JobsService,
  LogService,
  PermissionsService,
} from '@spawnpoint/sdk/server'

/** The services that the parts of the queue share. */
export interface QueueUses {
  readonly db: DatabaseService
  readonly jobs: JobsService
  readonly events: EventsService
  readonly audit: AuditService
  readonly clock: ClockService
  readonly log: LogService
  readonly permissions: PermissionsService
  readonly panel: PanelService
  readonly users: UsersService
  readonly locations: LocationsService
  readonly categories: EggCategoriesService
  readonly eggs: EggsService
  /** Keeps finished servers; without it nothing is built. */
  readonly servers: Live<ServersService>
}
