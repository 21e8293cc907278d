import { authSettings, type SsoLookup } from '@spawnpoint/contracts/auth'
import type { MailService } from '@spawnpoint/contracts/mail'
import type { RolesService } from '@spawnpoint/contracts/roles'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type {
  AuditService,
  ClockService,
  DatabaseService,
  EventsService,
  InstanceService,
  JobsService,
  LimitsService,
  SecretsService,
  SessionsService,
  SettingsService,
} from '@spawnpoint/sdk/server'
import { createKnownDevices } from './known-device.ts'
import { createEmails } from './emails.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSecurityLog } from './security-log.ts'
import { createTries } from './tries.ts'

export interface AuthServices {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly events: EventsService
  readonly jobs: JobsService
  readonly audit: AuditService
  readonly sessions: SessionsService
  readonly secrets: SecretsService
  readonly clock: ClockService
  readonly limits: LimitsService
  readonly instance: InstanceService
  readonly users: UsersService
  readonly roles: RolesService
  readonly mail: Live<MailService>
}

/** The dependencies shared by all handlers of this plugin. */
export function createAuthContext(services: AuthServices) {
  const { settings, instance, secrets } = services
  const ssoLookups = new Set<SsoLookup>()
  return {
    ...services,
    passwords: createPasswordHashing(),
    tries: createTries(services.limits),
    emails: createEmails(services),
    log: createSecurityLog(services),
    devices: createKnownDevices(secrets, instance.origin.startsWith('https:')),
    secondFactor: createSecondFactor({
      ...services,
      isRequired: () => settings.read(authSettings).force_2fa,
    }),
    ssoLookups,
    now: () => services.clock.now(),
    appName: () => String(settings.describe().find(({ key }) => key === 'app_name')?.value ?? ''),
  }
}

export type AuthContext = ReturnType<typeof createAuthContext>
