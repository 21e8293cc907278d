import type { MailService, WrittenEmail } from '@spawnpoint/contracts/mail'
import type { MassMailText } from '@spawnpoint/contracts/mail-templates'
import type { InstanceService, PluginsService, SecretsService } from '@spawnpoint/sdk/server'

export interface WriteUses {
  readonly mail: MailService
  readonly instance: InstanceService
  readonly secrets: SecretsService
  readonly plugins: PluginsService
}

interface Reader {
  readonly userId: string | null
  readonly username: string
  readonly language: string
}

const PURPOSE = 'mail-templates.unsubscribe'

/** Path of the page that takes a person off the list; knowing it is the proof. */
export const unsubscribePath = (secrets: SecretsService, user: string) =>
  `/api/mail-templates/unsubscribe/${user}.${secrets.sign(PURPOSE, user)}`

/** The person that a link of an email names; null for a link that no email of ours had. */
export const readUnsubscribe = (secrets: SecretsService, token: string): string | null => {
  const [user = '', signature = ''] = token.split('.')
  return /^[0-9a-f-]{36}$/.test(user) && signature === secrets.sign(PURPOSE, user) ? user : null
}

type Language = MassMailText['language']
const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A message of this plugin for people who may not be logged in. */
export const publicText = (plugins: PluginsService, language: Language, key: string): string => {
  for (const each of [language, 'EN'] as const) {
    const { server } = plugins.messages('mail-templates', each)
    const found = isTree(server) && isTree(server['unsubscribe']) ? server['unsubscribe'][key] : undefined
    if (typeof found === 'string') return found
  }
  return key
}

/** The email in its reader's language, or in the first one; news with a way off the list, by link and by header. */
export function writeMassMail(
  { mail, instance, secrets, plugins }: WriteUses,
  { kind, texts }: { readonly kind: 'news' | 'notice'; readonly texts: readonly MassMailText[] },
  { userId, username, language }: Reader,
  theme?: 'light' | 'dark',
): { readonly email: WrittenEmail; readonly headers: Readonly<Record<string, string>> } {
  const text = texts.find((each) => each.language === language) ?? texts[0]
  if (!text) throw new Error('a mass mail has a text')
  const url =
    kind === 'news' && userId !== null ? `${instance.origin}${unsubscribePath(secrets, userId)}` : null
  const email = mail.write(
    {
      subject: text.subject,
      body: text.body,
      action: '',
      locale: text.language,
      values: { username },
      ...(url !== null && {
        footer: {
          text: publicText(plugins, text.language, 'why'),
          label: publicText(plugins, text.language, 'link'),
          url,
        },
      }),
    },
    theme,
  )
  const headers: Record<string, string> =
    url === null
      ? {}
      : {
          'list-unsubscribe': `<${url}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          precedence: 'bulk',
        }
  return { email, headers }
}
