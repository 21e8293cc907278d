import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const letter = z.object({
  id: rowId,
  subject: z.string(),
  paragraphs: z.array(z.string()),
  status: z.enum(['queued', 'sent', 'failed']),
  createdAt: z.iso.datetime(),
})

export const listOwnLetters = defineEndpoint({
  method: 'GET',
  path: '/api/mail/letters',
  summary: 'The letters that were sent to the caller, newest first, without the links in them',
  access: { user: true },
  query: z.strictObject({ before: rowId.optional() }),
  reply: z.object({ letters: z.array(letter), next: rowId.nullable() }),
})

export const deleteOwnLetter = defineEndpoint({
  method: 'DELETE',
  path: '/api/mail/letters/:id',
  summary: 'Delete a letter from the own list',
  access: { user: true },
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const sendTestLetter = defineEndpoint({
  method: 'POST',
  path: '/api/mail/test',
  summary: 'Send a test letter with the settings of this moment',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({ address: z.string().trim().max(254).pipe(z.email()) }),
  reply: z.object({}),
  fails: { MAIL_NOT_CONFIGURED: 409, MAIL_FAILED: 422 },
  limit: 6,
})
