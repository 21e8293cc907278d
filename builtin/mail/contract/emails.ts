import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { mailSettings } from './settings.ts'

const email = z.object({
  id: rowId,
  subject: z.string(),
  paragraphs: z.array(z.string()),
  status: z.enum(['queued', 'sent', 'failed']),
  createdAt: z.iso.datetime(),
})

export const listOwnEmails = defineEndpoint({
  method: 'GET',
  path: '/api/mail/emails',
  summary: 'The emails that were sent to the caller, newest first, without the links in them',
  access: { user: true },
  query: listQuery(),
  reply: listReply(email),
  fails: { BAD_CURSOR: 400 },
})

export const deleteOwnEmail = defineEndpoint({
  method: 'DELETE',
  path: '/api/mail/emails/:id',
  summary: 'Delete an email from the own list',
  access: { user: true },
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

const testedValues = {
  smtp_host: mailSettings.smtp_host.schema,
  smtp_port: mailSettings.smtp_port.schema,
  smtp_encryption: mailSettings.smtp_encryption.schema,
  smtp_user: mailSettings.smtp_user.schema,
  smtp_pass: mailSettings.smtp_pass.schema,
  smtp_from: mailSettings.smtp_from.schema,
}

export const sendTestEmail = defineEndpoint({
  method: 'POST',
  path: '/api/mail/test',
  summary: 'Send a test email with these values, and the stored ones where a value is left out',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({
    /** The caller's own address when it is left out. */
    address: z.string().trim().max(254).pipe(z.email()).optional(),
    values: z.strictObject(testedValues).partial().optional(),
  }),
  reply: z.object({ address: z.string() }),
  fails: {
    MAIL_NOT_CONFIGURED: 409,
    MAIL_FAILED: 422,
    MAIL_TEST_ROOT: 403,
    MAIL_PASSWORD_NEEDED: 400,
    REAUTHENTICATION_REQUIRED: 403,
  },
  limit: 6,
})
