import { Mail, Mailer, MOST_EMAILS_A_DAY, type MailerAnswer } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { plainText, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  callerTitle,
  Clock,
  createEmailTexts,
  Database,
  forPlugins,
  Instance,
  Limits,
  Plugins,
  provide,
  readPluginRequest,
  Settings,
} from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { z } from 'zod'

const DAY_SECONDS = 86_400

const uses = {
  db: Database,
  clock: Clock,
  limits: Limits,
  plugins: Plugins,
  settings: Settings,
  instance: Instance,
  users: Users,
  mail: Mail,
}

const readTexts = createEmailTexts('mail', join(import.meta.dirname, '..', 'locales'))

const path = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)/)
const request = z.strictObject({
  user: z.string(),
  subject: plainText(1, 150).regex(/^[^\r\n\u2028\u2029]*$/),
  text: plainText(1, 5_000),
  action: z.strictObject({ label: plainText(1, 60), path }).optional(),
  key: plainText(1, 150).optional(),
})
const uuid = z.uuid()

async function send(
  { db, clock, limits, settings, instance, users, mail }: ServicesOf<typeof uses>,
  plugin: { readonly id: string; readonly name: string },
  given: unknown,
): Promise<MailerAnswer> {
  const { user, subject, text, action, key } = readPluginRequest(request, 'mailer.send', given)
  const reader = uuid.safeParse(user).success ? await users.find(user) : null
  if (!reader || reader.bannedReason !== null) return { ok: false, reason: 'unknown' }
  if (!mail.isConfigured()) return { ok: false, reason: 'off' }
  const day = clock.now().toISOString().slice(0, 10)
  const rule = { max: MOST_EMAILS_A_DAY, perSeconds: DAY_SECONDS }
  if (!(await limits.take(`mailer:${plugin.id}:${user}:${day}`, rule)))
    return { ok: false, reason: 'too-many' }
  const setting = (name: string) => String(settings.describe().find((each) => each.key === name)?.value ?? '')
  const locale = (await users.preferences(user)).locale ?? (setting('app_lang') || 'EN')
  const values = { app: setting('app_name'), plugin: plugin.name, subject, text }
  const { action: _none, ...words } = readTexts(locale, 'plugin', values)
  await db.orm.transaction((tx) =>
    mail.send(tx, {
      ...words,
      to: { user, address: reader.email, locale },
      ...(action && { action: { label: action.label, url: `${instance.origin}${action.path}` } }),
      ...(key !== undefined && { key: `${plugin.id}:${user}:${key}` }),
    }),
  )
  return { ok: true }
}

export const provideMailer = provide(Mailer, uses, (services) =>
  forPlugins((caller) => {
    const plugin = { id: caller.id, name: callerTitle(caller, services.plugins) }
    return { send: (given) => send(services, plugin, given) }
  }),
)
