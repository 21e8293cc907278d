import type { Email, EmailTemplatesService, MailService } from '@spawnpoint/contracts/mail'
import type { RolesService } from '@spawnpoint/contracts/roles'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import type {
  ClockService,
  DatabaseService,
  InstanceService,
  JobsService,
  LogService,
  Queries,
  SecretsService,
  SettingsService,
} from '@spawnpoint/sdk/server'
import { claimBounce, findBounce, findBounced, isDeadAddress, recordBounce } from './bounces.ts'
import { insertEmail } from './email-queries.ts'
import { reasonOf, type PostOffice } from './post-office.ts'
import { createRootNotices } from './root-notices.ts'
import { bouncedBefore, SEND_EMAIL } from './send-email.ts'
import { fillTemplate, layoutOf, writeDraft } from './write-message.ts'

interface MailUses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly jobs: JobsService
  readonly clock: ClockService
  readonly users: UsersService
  readonly roles: RolesService
  readonly log: LogService
  readonly post: PostOffice
  readonly secrets: SecretsService
  readonly instance: InstanceService
  readonly templates: Live<EmailTemplatesService>
}

/** The email in the words of staff, where they wrote any for this purpose and language. */
async function applyTemplate(
  { templates, users, ...layout }: Pick<MailUses, 'templates' | 'users' | 'settings' | 'instance'>,
  tx: Queries,
  email: Email,
) {
  const { to, purpose, action } = email
  const template = await templates.get()?.find(tx, purpose, to.locale)
  if (!template) return { ...email, bodyHtml: null }
  const { app, site } = layoutOf(layout, to.locale)
  const reader = to.user === null ? null : await users.find(to.user, tx)
  const values = { app, site, username: reader?.username ?? '', ...purpose.values }
  const { subject, paragraphs, bodyHtml, actionLabel } = fillTemplate(template, values)
  return {
    ...email,
    subject,
    paragraphs,
    bodyHtml,
    ...(action && { action: { label: actionLabel || action.label, url: action.url } }),
  }
}

/** The service that other plugins use. */
export function createMail({ jobs, clock, secrets, ...uses }: MailUses): MailService {
  const { settings, post } = uses
  const { isConfigured } = post
  const send: MailService['send'] = async (tx, email) => {
    if (!isConfigured()) return
    const written = await applyTemplate(uses, tx, email)
    const { action } = written
    // Its link may be as good as a password for as long as the mail server is down.
    const sealed = action ? { ...written, action: { ...action, url: secrets.seal(action.url) } } : written
    const { address, user } = email.to
    const bounced = email.requested === true ? null : await findBounce(tx, address)
    if (bounced && user !== null) await claimBounce(tx, address, user)
    const refused = bounced && bouncedBefore(bounced.reason)
    const id = await insertEmail(tx, { ...sealed, refused }, clock.now())
    if (id !== null && refused === null) await jobs.add(SEND_EMAIL, { email: id }, { tx })
  }
  const defaultLocale = () => String(settings.describe().find(({ key }) => key === 'app_lang')?.value ?? 'EN')
  return {
    isConfigured,
    send,
    write: (draft, theme) => writeDraft(draft, { ...layoutOf(uses, draft.locale), ...(theme && { theme }) }),
    findBounced: (addresses, tx = uses.db.orm) => findBounced(tx, addresses),
    deliver: (address, email, options) =>
      post.deliver({ ...email, to: address }, options).catch(async (error: unknown) => {
        const reason = reasonOf(error)
        if (isDeadAddress(error)) {
          const user = (await uses.users.findByEmail(address))?.id ?? null
          await recordBounce(uses.db.orm, { address, user, reason, since: clock.now() })
        }
        throw new Error(reason, { cause: error })
      }),
    ...createRootNotices({ ...uses, send, defaultLocale }),
  }
}
