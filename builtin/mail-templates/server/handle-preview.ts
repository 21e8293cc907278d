import { Mail, type MailService } from '@spawnpoint/contracts/mail'
import { previewMailTemplate, sendTestMail, type MailPurpose } from '@spawnpoint/contracts/mail-templates'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import {
  answer,
  Clock,
  Database,
  EndpointFailure,
  Instance,
  Plugins,
  Settings,
  type InstanceService,
} from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { checkText } from './check-text.ts'
import { appNameOf } from './handle-templates.ts'
import { createMailCatalogue } from './mail-catalogue.ts'
import { findPreview, savePreview } from './template-queries.ts'

const uses = {
  db: Database,
  plugins: Plugins,
  settings: Settings,
  instance: Instance,
  clock: Clock,
  mail: Mail,
}

interface Draft {
  readonly purpose: string
  readonly language: MailPurpose['language']
  readonly subject: string
  readonly body: string
  readonly action: string
}

/** The draft with sample values, as the service that sends it draws it. */
function writeSample(
  { mail, instance }: { readonly mail: MailService; readonly instance: InstanceService },
  { language, subject, body, action }: Draft,
  { builtIn, placeholders }: MailPurpose,
) {
  const samples = placeholders.filter(({ name }) => name !== 'site' && name !== 'app')
  const draft = {
    subject,
    body,
    action: action || builtIn.action || '',
    locale: language,
    values: Object.fromEntries(samples.map(({ name, sample }) => [name, sample])),
    ...(builtIn.action !== null && { url: `${instance.origin}/` }),
  }
  return (theme?: 'light' | 'dark') => mail.write(draft, theme)
}

export const PREVIEW_PATH = '/api/mail-templates/preview'

export const handlePreview = answer(
  previewMailTemplate,
  uses,
  async ({ actor, body, fail, db, plugins, settings, clock, ...services }) => {
    const purpose = createMailCatalogue({ plugins }).find(body.purpose, body.language, appNameOf(settings))
    if (!purpose) throw fail('NOT_FOUND')
    checkText(body, purpose)
    const write = writeSample(services, body, purpose)
    const [light, dark, now] = [write('light'), write('dark'), clock.now()]
    const { subject, text } = light
    await savePreview(db.orm, actor.id, { subject, htmlLight: light.html, htmlDark: dark.html }, now)
    return { subject, text, path: `${PREVIEW_PATH}?drawn=${now.getTime()}` }
  },
)

export const handleSendTest = answer(
  sendTestMail,
  { ...uses, users: Users },
  async ({ actor, body, fail, plugins, settings, users, ...services }) => {
    const purpose = createMailCatalogue({ plugins }).find(body.purpose, body.language, appNameOf(settings))
    if (!purpose) throw fail('NOT_FOUND')
    checkText(body, purpose)
    const person = await users.find(actor.id)
    if (!person || !services.mail.isConfigured()) throw fail('MAIL_TEMPLATES_NO_SERVER')
    const email = writeSample(services, body, purpose)()
    await services.mail.deliver(person.email, email).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw fail('MAIL_TEMPLATES_REFUSED', { details: { reason } })
    })
    return { address: person.email }
  },
)

// An email brings its styles along and nothing else: no script runs and nothing is fetched.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** The page of the caller's last preview, for a frame of the editor. */
export const previewRoute =
  ({ db }: ServicesOf<{ db: typeof Database }>) =>
  (app: FastifyInstance) => {
    const access = {
      permission: 'admin.mail.templates.edit',
      alternatives: ['admin.mail.templates.create', 'admin.mail.send.mass.mails'],
    }
    app.get<{ Querystring: { theme?: string } }>(
      PREVIEW_PATH,
      { config: { access } },
      async (request, reply) => {
        const user = request.liveSession?.user
        const drawn = user === undefined ? null : await findPreview(db.orm, user)
        if (!drawn) throw new EndpointFailure('NOT_FOUND', 404)
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policy)
          .header('cache-control', 'no-store')
          .send(request.query.theme === 'dark' ? drawn.htmlDark : drawn.htmlLight)
      },
    )
  }
