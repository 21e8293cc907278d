import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { limits, massMailKinds, massMailStates, recipientStates } from './schemas.ts'
import { language } from './templates.ts'

const access = { permission: 'admin.mail.send.mass.mails' } as const
const moment = z.iso.datetime()
const params = z.strictObject({ id: rowId })
const count = z.number().int()

const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.literal('role'), role: rowId }),
  z.strictObject({ kind: z.literal('servers') }),
  z.strictObject({ kind: z.literal('inactive'), days: z.number().int().min(1).max(3650) }),
])

const massMailText = z.strictObject({
  language,
  subject: z
    .string()
    .trim()
    .min(1)
    .max(limits.subject)
    .regex(/^[^\r\n]*$/),
  body: z.string().trim().min(1).max(limits.body),
})

const texts = z
  .array(massMailText)
  .min(1)
  .max(6)
  .refine((all) => new Set(all.map((each) => each.language)).size === all.length, {
    error: 'MASS_MAILS_LANGUAGE_TWICE',
  })

export type Audience = z.output<typeof audience>
export type MassMailText = z.output<typeof massMailText>

const kind = z.enum(massMailKinds)

const massMail = z.object({
  id: rowId,
  kind,
  audience,
  /** The name of the role, where the audience is one. */
  role: z.string().nullable(),
  subject: z.string(),
  state: z.enum(massMailStates),
  problem: z.string().nullable(),
  author: z.string().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  counts: z.object({
    total: count,
    waiting: count,
    sent: count,
    failed: count,
    unconfirmed: count,
    skipped: count,
  }),
})

const recipient = z.object({
  address: z.string(),
  username: z.string(),
  language: z.string(),
  state: z.enum(recipientStates),
  failure: z.string().nullable(),
  endedAt: moment.nullable(),
})

export type MassMail = z.output<typeof massMail>
export type MassMailRecipient = z.output<typeof recipient>

const textFailures = {
  MAIL_TEMPLATES_PLACEHOLDER: 400,
  MAIL_TEMPLATES_BRACES: 400,
  MAIL_TEMPLATES_LINK: 400,
} as const

export const listMassMails = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/mass-mails',
  summary: 'Emails to many users, newest first, with their outcome so far',
  access,
  query: listQuery(),
  reply: listReply(massMail),
  fails: { BAD_CURSOR: 400 },
})

export const massMailOptions = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/mass-mails/options',
  summary: 'The roles that can be written to, and whether emails can be sent at all',
  access,
  reply: z.object({ roles: z.array(z.object({ id: rowId, name: z.string() })), isConfigured: z.boolean() }),
})

export const countMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails/count',
  summary: 'How many users an email would reach, and how many have unsubscribed',
  access,
  body: z.strictObject({ kind, audience }),
  reply: z.object({ recipients: count, unsubscribed: count }),
  limit: 60,
})

export const previewMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails/preview',
  summary: 'Draw the text of an email to many users, with the name of the caller',
  access,
  body: z.strictObject({ kind, text: massMailText }),
  reply: z.object({ subject: z.string(), text: z.string(), path: z.string() }),
  fails: textFailures,
  limit: 120,
})

export const sendTestMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails/test',
  summary: 'Send the text of an email to many users to the caller alone',
  access,
  body: z.strictObject({ kind, text: massMailText }),
  reply: z.object({ address: z.string() }),
  fails: { MAIL_TEMPLATES_NO_SERVER: 409, MAIL_TEMPLATES_REFUSED: 422, ...textFailures },
  limit: 6,
})

export const sendMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails',
  summary: 'Send an email to many users; needs a recent reauthentication',
  access,
  body: z.strictObject({ kind, audience, texts, requestKey: z.uuid() }),
  reply: z.object({ id: rowId }),
  fails: {
    MAIL_TEMPLATES_NO_SERVER: 409,
    MASS_MAILS_KEY_USED: 409,
    REAUTHENTICATION_REQUIRED: 403,
    ...textFailures,
  },
  limit: 10,
})

export const readMassMail = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/mass-mails/:id',
  summary: 'An email to many users with its texts and its outcome so far',
  access,
  params,
  reply: z.object({ item: massMail.extend({ texts: z.array(massMailText) }) }),
  fails: { NOT_FOUND: 404 },
})

export const listMassMailRecipients = defineEndpoint({
  method: 'GET',
  path: '/api/mail-templates/mass-mails/:id/recipients',
  summary: 'The outcome for each address',
  access,
  params,
  query: listQuery({ filters: { state: z.enum(recipientStates) } }),
  reply: listReply(recipient),
  fails: { NOT_FOUND: 404, BAD_CURSOR: 400 },
})

export const stopMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails/:id/stop',
  summary: 'Stop before the next address',
  access,
  params,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, MASS_MAILS_NOT_OPEN: 409 },
})

export const resumeMassMail = defineEndpoint({
  method: 'POST',
  path: '/api/mail-templates/mass-mails/:id/resume',
  summary: 'Go on with a stopped email; needs a recent reauthentication',
  access,
  params,
  reply: z.object({}),
  fails: { NOT_FOUND: 404, MASS_MAILS_NOT_STOPPED: 409, REAUTHENTICATION_REQUIRED: 403 },
})
