import type { MailService } from '@spawnpoint/contracts/mail'
import type { Person, UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import {
  createEmailTexts,
  type InstanceService,
  type Queries,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { join } from 'node:path'

const readTexts = createEmailTexts('gifts', join(import.meta.dirname, '..', 'locales'))

interface NoticeUses {
  readonly mail: Live<MailService>
  readonly users: UsersService
  readonly settings: SettingsService
  readonly instance: InstanceService
}

/** Sends the recipient an email with the gift, where there is a mail server. */
export async function sendNotice(
  { mail, users, settings, instance }: NoticeUses,
  tx: Queries,
  { giver, recipient, coins }: { readonly giver: Person; readonly recipient: Person; readonly coins: number },
): Promise<void> {
  const post = mail.get()
  if (!post?.isConfigured()) return
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const locale = (await users.preferences(recipient.id, tx)).locale ?? (setting('app_lang') || 'EN')
  const values = {
    app: setting('app_name'),
    name: recipient.username,
    giver: giver.username,
    coins: String(coins),
  }
  const { subject, paragraphs, action, purpose } = readTexts(locale, 'received', values)
  await post.send(tx, {
    to: { user: recipient.id, address: recipient.email, locale },
    purpose,
    subject,
    paragraphs,
    action: { label: action, url: `${instance.origin}/account` },
  })
}
