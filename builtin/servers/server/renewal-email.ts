import { defineSettings } from '@spawnpoint/sdk/common'
import { createEmailTexts, type Transaction } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

const readWords = createEmailTexts('servers', join(import.meta.dirname, '..', 'locales'))

// The shell's own settings, by their names.
const hostSettings = defineSettings({
  app_name: { schema: z.string(), default: 'Spawnpoint', audience: 'public', group: 'general' },
  app_lang: { schema: z.string(), default: 'EN', audience: 'public', group: 'general' },
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

export type RenewalEmail =
  | 'renewal-reminder'
  | 'renewal-short'
  | 'renewal-refused'
  | 'renewal-done'
  | 'renewal-expired'
  | 'renewal-suspended'
  | 'renewal-deleted'

const tagOf = (locale: string) => (locale.toUpperCase() === 'MD' ? 'zh-Hans' : locale.toLowerCase())

/** A date in the reader's language and the host's time zone. */
const dateIn = (locale: string, timeZone: string, at: Date) =>
  new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'long', timeZone }).format(at)

/** Queues an email about a server's renewal to its owner, where there is a mail server. */
export const sendRenewalEmail = async (
  { users, mail, settings, instance }: ServerUses,
  tx: Transaction,
  kind: RenewalEmail,
  {
    row,
    at,
    values = {},
  }: {
    readonly row: ServerRecord
    readonly at: Date
    readonly values?: Readonly<Record<string, string | number>>
  },
): Promise<void> => {
  const post = mail.get()
  if (!post?.isConfigured()) return
  const person = await users.find(row.owner, tx)
  if (!person) return
  const { app_name: app, app_lang, app_timezone } = settings.read(hostSettings)
  const locale = (await users.preferences(person.id, tx)).locale ?? app_lang
  const date = dateIn(locale, app_timezone, at)
  const texts = readWords(locale, kind, { app, name: person.username, server: row.name, date, ...values })
  const path = kind === 'renewal-deleted' ? '/dashboard' : `/server/${row.id}/renew`
  await post.send(tx, {
    to: { user: person.id, address: person.email, locale },
    purpose: texts.purpose,
    subject: texts.subject,
    paragraphs: texts.paragraphs,
    action: { label: texts.action, url: `${instance.origin}${path}` },
  })
}
