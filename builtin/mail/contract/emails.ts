import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

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
  query: z.strictObject({ before: rowId.optional() }),
  reply: z.object({ emails: z.array(email), next: rowId.nullable() }),
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

export const sendTestEmail = defineEndpoint({
  method: 'POST',
  path: '/api/mail/test',
  summary: 'Send a test email with the settings of this moment',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({ address: z.string().trim().max(254).pipe(z.email()) }),
  reply: z.object({}),
  fails: { MAIL_NOT_CONFIGURED: 409, MAIL_FAILED: 422 },
  limit: 6,
})
