import { defineEndpoint, listQuery, listReply, rowId, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const moment = z.iso.datetime()

const userEmail = z.object({
  id: rowId,
  address: z.string(),
  subject: z.string(),
  /** Without links and codes: whoever reads along must not log in with them. */
  paragraphs: z.array(z.string()),
  status: z.enum(['queued', 'sent', 'failed']),
  /** In the mail server's words. */
  failure: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
})

export type UserEmail = z.output<typeof userEmail>

export const listUserEmails = defineEndpoint({
  method: 'GET',
  path: '/api/mail/emails/of/:user',
  summary: 'The emails that were sent to a customer, newest first, without links and codes',
  access: { permission: 'admin.users.edit' },
  params: z.strictObject({ user: userId }),
  query: listQuery(),
  reply: listReply(userEmail),
  fails: { NOT_FOUND: 404, BAD_CURSOR: 400 },
})
