import { mailSettings, mailStateOf, type MailService } from '@spawnpoint/contracts/mail'
import type { Person, UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import {
  createEmailTexts,
  type InstanceService,
  type Queries,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { join } from 'node:path'

const readEmailTexts = createEmailTexts('auth', join(import.meta.dirname, '..', 'locales'))

export type EmailKind =
  | 'verify'
  | 'verify-change'
  | 'reset'
  | 'reset-refused'
  | 'already-registered'
  | 'password-changed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-code-used'
  | 'recovery-codes-made'
  | 'email-changed'

// The others tell of something that happened; an address that bounced gets none of them.
const askedFor: ReadonlySet<EmailKind> = new Set(['verify', 'verify-change', 'reset'])

export interface EmailsDeps {
  readonly mail: Live<MailService>
  readonly users: UsersService
  readonly settings: SettingsService
  readonly instance: InstanceService
}

/** The emails of this plugin, each in its reader's language. */
export function createEmails({ mail, users, settings, instance }: EmailsDeps) {
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const state = () => mailStateOf(settings.read(mailSettings), mail.get() !== null)
  return {
    state,
    isOn: () => state() === 'on',
    /** Queues an email with the transaction; without mail it does nothing. `path` is where its button leads. */
    async send(
      tx: Queries,
      kind: EmailKind,
      person: Pick<Person, 'id' | 'username' | 'email'>,
      options: {
        readonly path?: string
        readonly to?: string
        readonly ip?: string
        readonly locale?: string
      } = {},
    ) {
      const post = mail.get()
      if (!post?.isConfigured()) return
      const chosen = options.locale ?? (await users.preferences(person.id, tx)).locale
      const locale = chosen ?? (setting('app_lang') || 'EN')
      const words = readEmailTexts(locale, kind, {
        app: setting('app_name'),
        name: person.username,
        email: options.to ?? person.email,
        address: options.ip ?? '',
      })
      await post.send(tx, {
        to: { user: person.id, address: options.to ?? person.email, locale },
        purpose: words.purpose,
        requested: askedFor.has(kind),
        subject: words.subject,
        paragraphs: words.paragraphs,
        ...(options.path
          ? { action: { label: words.action, url: `${instance.origin}${options.path}` } }
          : {}),
      })
    },
  }
}

export type Emails = ReturnType<typeof createEmails>
