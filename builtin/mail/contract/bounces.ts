import { defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const bounced = z.object({
  address: z.string(),
  /** In the mail server's words. */
  reason: z.string(),
  since: z.iso.datetime(),
})

const state = z.object({ bounced: bounced.nullable() })

/** The entry of the session's `stats` that is there while emails to the person bounce. */
export const BOUNCED_STAT = 'email_bounced'

export const readOwnBounce = defineEndpoint({
  method: 'GET',
  path: '/api/mail/address',
  summary: "Whether the mail server said that the caller's address doesn't exist",
  access: { user: true },
  reply: state,
})

export const retryOwnAddress = defineEndpoint({
  method: 'POST',
  path: '/api/mail/address/retry',
  summary: 'Send to the own address again, beginning with an email that says so',
  access: { user: true },
  reply: z.object({ address: z.string() }),
  fails: { MAIL_NOT_BOUNCED: 409, MAIL_TOO_MANY_RETRIES: 429 },
})

const ofUser = {
  path: '/api/mail/bounces/:user',
  access: { permission: 'admin.users.edit' },
  params: z.strictObject({ user: userId }),
} as const

export const readUserBounce = defineEndpoint({
  ...ofUser,
  method: 'GET',
  summary: "Whether the mail server said that a customer's address doesn't exist",
  reply: state,
  fails: { NOT_FOUND: 404 },
})

export const clearUserBounce = defineEndpoint({
  ...ofUser,
  method: 'DELETE',
  summary: "Send to a customer's address again although it bounced",
  reply: state,
  fails: { NOT_FOUND: 404, MAIL_NOT_BOUNCED: 409 },
})
