import { Mail } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, Instance, Settings, type Queries } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import type { Hold } from './tables.ts'

const readTexts = createEmailTexts('anti-abuse', join(import.meta.dirname, '..', 'locales'))

export const noticeUses = { mail: optional(Mail), users: Users, settings: Settings, instance: Instance }

/** Tells the person how staff decided, where there is a mail server. */
export async function sendDecision(
  { mail, users, settings, instance }: ServicesOf<typeof noticeUses>,
  tx: Queries,
  { userId, amount }: Hold,
  state: 'paid' | 'void',
): Promise<void> {
  const post = mail.get()
  if (!post?.isConfigured()) return
  const person = await users.find(userId, tx)
  if (!person) return
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const locale = (await users.preferences(person.id, tx)).locale ?? (setting('app_lang') || 'EN')
  const values = { app: setting('app_name'), name: person.username, coins: String(amount) }
  const { subject, paragraphs, action, purpose } = readTexts(locale, state, values)
  await post.send(tx, {
    to: { user: person.id, address: person.email, locale },
    purpose,
    subject,
    paragraphs,
    action: { label: action, url: `${instance.origin}/account` },
  })
}
