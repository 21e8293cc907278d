import type { MailService } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import { createEmailTexts } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

const readWords = createEmailTexts('settings', join(import.meta.dirname, '..', 'locales'))

/** The email to every administrator that sensitive settings changed; null without mail. */
export async function prepareNotice(
  { mail, users }: { readonly mail: Live<MailService>; readonly users: Live<UsersService> },
  actor: string,
  ip: string,
  keys: readonly string[],
): Promise<(() => Promise<void>) | null> {
  const name = (await users.get()?.find(actor))?.username ?? actor
  const values = { name, address: ip, settings: keys.join(', ') }
  return (
    (await mail.get()?.prepareRootNotice((locale) => readWords(locale, 'sensitive-changed', values))) ?? null
  )
}
