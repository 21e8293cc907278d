import type { MailService } from '@spawnpoint/contracts/mail'
import type { RolesService } from '@spawnpoint/contracts/roles'
import type { UsersService } from '@spawnpoint/contracts/users'
import type {
  ClockService,
  JobsService,
  LogService,
  SecretsService,
  SettingsService,
} from '@spawnpoint/sdk/server'
import { insertEmail } from './email-queries.ts'
import type { PostOffice } from './post-office.ts'
import { createRootNotices } from './root-notices.ts'
import { SEND_EMAIL } from './send-email.ts'

interface MailUses {
  readonly settings: SettingsService
  readonly jobs: JobsService
  readonly clock: ClockService
  readonly users: UsersService
  readonly roles: RolesService
  readonly log: LogService
  readonly post: PostOffice
  readonly secrets: SecretsService
}

/** The service that other plugins use. */
export function createMail({ settings, jobs, clock, secrets, ...uses }: MailUses): MailService {
  const { isConfigured } = uses.post
  const send: MailService['send'] = async (tx, email) => {
    if (!isConfigured()) return
    const { action } = email
    // Its link may be as good as a password for as long as the mail server is down.
    const sealed = action ? { ...email, action: { ...action, url: secrets.seal(action.url) } } : email
    await jobs.add(SEND_EMAIL, { email: await insertEmail(tx, sealed, clock.now()) }, { tx })
  }
  const defaultLocale = () => String(settings.describe().find(({ key }) => key === 'app_lang')?.value ?? 'EN')
  return { isConfigured, send, ...createRootNotices({ ...uses, send, defaultLocale }) }
}
