import { authSettings, type SsoLookup } from '@spawnpoint/contracts/auth'
import { Mail } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import { defineService, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { createKnownDevices } from './known-device.ts'
import { createEmails } from './emails.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSecurityLog } from './security-log.ts'
import { createTries } from './tries.ts'

export const authUses = {
  db: kernel.Database,
  settings: kernel.Settings,
  events: kernel.Events,
  jobs: kernel.Jobs,
  audit: kernel.Audit,
  sessions: kernel.Sessions,
  secrets: kernel.Secrets,
  clock: kernel.Clock,
  serverLog: kernel.Log,
  limits: kernel.Limits,
  instance: kernel.Instance,
  users: Users,
  roles: Roles,
  mail: optional(Mail),
}

export type AuthServices = ServicesOf<typeof authUses>

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

export const AuthContext = defineService<AuthContext>('auth.context')
