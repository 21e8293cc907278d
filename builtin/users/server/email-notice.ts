import type { MailService } from '@spawnpoint/contracts/mail'
import type { Live } from '@spawnpoint/sdk/common'
import { createEmailTexts, type Queries, type SettingsService } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { toPreferences } from './person.ts'
import type { Account } from './tables.ts'

const readWords = createEmailTexts('users', join(import.meta.dirname, '..', 'locales'))

/** Tells the owner that staff changed the address of the account: at the old address and at the new one. */
export async function notifyOfEmail(
  { mail, settings }: { readonly mail: Live<MailService>; readonly settings: SettingsService },
  tx: Queries,
  { before, after, ip }: { readonly before: Account; readonly after: Account; readonly ip: string },
): Promise<void> {
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const locale = toPreferences(before.preferences).locale ?? (setting('app_lang') || 'EN')
  const values = { app: setting('app_name'), name: before.username, address: ip }
  const { subject, paragraphs, purpose } = readWords(locale, 'email-changed-by-staff', values)
  for (const { email } of [before, after])
    await mail
      .get()
      ?.send(tx, { to: { user: after.id, address: email, locale }, purpose, subject, paragraphs })
}
