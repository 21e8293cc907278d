import { defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { permission: 'admin.users.edit' } as const
const params = z.strictObject({ user: userId })
const fails = {
  NOT_FOUND: 404,
  AUTH_OWN_ACCOUNT: 403,
  AUTH_EXCEEDS_OWN: 403,
  REAUTHENTICATION_REQUIRED: 403,
} as const

export const getUserSecurity = defineEndpoint({
  method: 'GET',
  path: '/api/auth/users/:user/security',
  summary: "A user's two-factor authentication, and whether a password reset can be sent",
  access,
  params,
  reply: z.object({
    secondFactor: z.object({ enabled: z.boolean(), since: z.iso.datetime().nullable() }),
    /** A password reset can be sent. */
    email: z.boolean(),
    /** The operator's command for it, as it is typed on the server. */
    command: z.string(),
    /** False for oneself, and for somebody who may do what the caller may not. */
    editable: z.boolean(),
  }),
  fails: { NOT_FOUND: 404 },
})

export const resetUserSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/users/:user/second-factor',
  summary: "Switch off a user's two-factor authentication, who has lost it; their sessions end",
  access,
  params,
  reply: z.object({}),
  fails: { ...fails, AUTH_2FA_OFF: 409 },
})

export const sendUserReset = defineEndpoint({
  method: 'POST',
  path: '/api/auth/users/:user/password-reset',
  summary: 'Send a user an email with a link to choose a new password',
  access,
  params,
  reply: z.object({}),
  fails: { ...fails, AUTH_MAIL_OFF: 409, AUTH_MAIL_DOWN: 503, AUTH_BEYOND_EMAIL: 409 },
  limit: 20,
})
