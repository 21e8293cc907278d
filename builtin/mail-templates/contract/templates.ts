import { defineEndpoint, languages, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { limits } from './schemas.ts'

const ids = languages.map(({ id }) => id)
/** A language of the interface. */
export const language = z.enum(ids)
const moment = z.iso.datetime()
/** Plugin and kind of an email, such as `auth.verify`. */
const purposeId = z.string().max(130)

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\r\n]*$/)

const written = {
  subject: oneLine(limits.subject).min(1),
  body: z.string().trim().min(1).max(limits.body),
  /** Empty for the label that the plugin sends. */
  action: oneLine(limits.action).default(''),
}

const purposeRow = z.object({
  id: z.string(),
  plugin: z.string(),
  /** The plugin's own name for it, else its built-in subject, in the language of the query. */
  title: z.string(),
  templates: z.array(z.object({ id: rowId, language, active: z.boolean() })),
})

const purpose = z.object({
  id: z.string(),
  plugin: z.string(),
  title: z.string(),
  language,
  /** The text that comes with the product; `action` is null where the email has no button. */
  builtIn: z.object({ subject: z.string(), body: z.string(), action: z.string().nullable() }),
  placeholders: z.array(z.object({ name: z.string(), sample: z.string(), common: z.boolean() })),
})

const template = z.object({
  id: rowId,
  purpose: z.string(),
  language,
  subject: z.string(),
  body: z.string(),
  action: z.string(),
  active: z.boolean(),
  version: z.number().int(),
  updatedAt: moment,
})

const version = z.object({
  id: rowId,
  subject: z.string(),
  body: z.string(),
  action: z.string(),
  by: z.string().nullable(),
  at: moment,
})

export type MailPurposeRow = z.output<typeof purposeRow>
export type MailPurpose = z.output<typeof purpose>
export type MailTemplate = z.output<typeof template>
export type MailTemplateVersion = z.output<typeof version>

const may = (action: 'list' | 'create' | 'edit' | 'delete') => `admin.mail.templates.${action}`
const params = z.strictObject({ id: rowId })
const textFailures = {
  MAIL_TEMPLATES_PLACEHOLDER: 400,
  MAIL_TEMPLATES_BRACES: 400,
  MAIL_TEMPLATES_LINK: 400,
} as const

export const listMailPurposes = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/purposes',
  summary: 'Every email that the enabled plugins send, with the templates that staff wrote for it',
  access: { permission: may('list'), alternatives: [may('create')] },
  query: z.strictObject({ language: language.default('EN') }),
  reply: z.object({ items: z.array(purposeRow) }),
})

export const readMailPurpose = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/purposes/:purpose',
  summary: 'The built-in text of an email in one language, and the placeholders that it can use',
  access: { permission: may('list'), alternatives: [may('create'), may('edit')] },
  params: z.strictObject({ purpose: purposeId }),
  query: z.strictObject({ language: language.default('EN') }),
  reply: z.object({ purpose, template: rowId.nullable() }),
  fails: { NOT_FOUND: 404 },
})

export const readMailTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/templates/:id',
  summary: 'A template with the email that it is for',
  access: { permission: may('list'), alternatives: [may('edit'), may('delete')] },
  params,
  reply: z.object({ item: template, purpose }),
  fails: { NOT_FOUND: 404 },
})

/** A text for one email and language. */
export const mailTemplateBody = z.strictObject({
  purpose: purposeId,
  language,
  ...written,
  active: z.boolean().default(true),
})

export const createMailTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/templates',
  summary: 'Write a text in place of the built-in one, for one email and language',
  access: { permission: may('create') },
  body: mailTemplateBody,
  reply: z.object({ item: template }),
  fails: { NOT_FOUND: 404, MAIL_TEMPLATES_EXISTS: 409, ...textFailures },
})

export const updateMailTemplate = defineEndpoint({
  method: 'PATCH',
  path: '/api/mail-templates/templates/:id',
  summary: 'Change a template',
  access: { permission: may('edit') },
  params,
  body: z.strictObject({ ...written, active: z.boolean(), version: z.number().int() }),
  reply: z.object({ item: template }),
  fails: { NOT_FOUND: 404, STALE_EDIT: 409, ...textFailures },
})

export const removeMailTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/api/mail-templates/templates/:id',
  summary: 'Delete a template, so that the built-in text is sent again',
  access: { permission: may('delete') },
  params,
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const listMailTemplateVersions = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/templates/:id/versions',
  summary: 'The saved versions of a template, newest first',
  access: { permission: may('edit') },
  params,
  reply: z.object({ items: z.array(version) }),
  fails: { NOT_FOUND: 404 },
})

export const restoreMailTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/templates/:id/restore',
  summary: 'Save an earlier version of a template as its newest one',
  access: { permission: may('edit') },
  params,
  body: z.strictObject({ restored: rowId, version: z.number().int() }),
  reply: z.object({ item: template }),
  fails: { NOT_FOUND: 404, STALE_EDIT: 409 },
})

const draft = z.strictObject({ purpose: purposeId, language, ...written })

export const previewMailTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/preview',
  summary: 'Draw an unsaved text with sample values',
  access: { permission: may('edit'), alternatives: [may('create')] },
  body: draft,
  /** `path` is the page with the drawn email, for a frame. */
  reply: z.object({ subject: z.string(), text: z.string(), path: z.string() }),
  fails: { NOT_FOUND: 404, ...textFailures },
  limit: 120,
})

export const sendTestMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/test',
  summary: 'Send an unsaved text with sample values to the caller',
  access: { permission: may('edit'), alternatives: [may('create')] },
  body: draft,
  reply: z.object({ address: z.string() }),
  fails: { NOT_FOUND: 404, MAIL_TEMPLATES_NO_SERVER: 409, MAIL_TEMPLATES_REFUSED: 422, ...textFailures },
  limit: 6,
})
