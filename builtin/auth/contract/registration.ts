import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { personName } from '@spawnpoint/contracts/users/schemas'
import { email, newPassword, preferences, secretToken, username } from './schemas.ts'

const publicBecause = { public: 'people without a session make or recover an account here' } as const

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account',
  access: publicBecause,
  body: z.strictObject({
    firstName: personName,
    lastName: personName,
    username,
    email,
    password: newPassword,
    referral: z.string().trim().max(64).optional(),
    setupToken: secretToken.optional(),
    locale: z
      .string()
      .regex(/^(EN|RO|FR|DE|ES|MD)$/)
      .optional(),
  }),
  reply: z.discriminatedUnion('step', [
    z.object({ step: z.literal('done'), next: z.string().nullable(), preferences }),
    z.object({ step: z.literal('check-mail') }),
  ]),
  fails: {
    AUTH_REGISTRATION_OFF: 403,
    AUTH_MAIL_DOWN: 503,
    AUTH_SETUP_INVALID: 403,
    AUTH_USERNAME_TAKEN: 409,
    AUTH_EMAIL_TAKEN: 409,
    AUTH_PASSWORD_WEAK: 400,
    AUTH_TOO_MANY_TRIES: 429,
    AUTH_BUSY: 503,
  },
})

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm an e-mail address by the token of the email',
  access: publicBecause,
  body: z.strictObject({ token: secretToken }),
  reply: z.object({}),
  fails: { AUTH_TOKEN_INVALID: 400, AUTH_EMAIL_TAKEN: 409 },
  limit: 30,
})

export const askForReset = defineEndpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  summary: 'Ask for an email that lets a forgotten password be replaced',
  access: publicBecause,
  body: z.strictObject({ email }),
  reply: z.object({}),
  fails: { AUTH_MAIL_OFF: 409, AUTH_MAIL_DOWN: 503, AUTH_TOO_MANY_TRIES: 429 },
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Replace a forgotten password by the token of the email',
  access: publicBecause,
  body: z.strictObject({ token: secretToken, password: newPassword }),
  reply: z.object({}),
  fails: { AUTH_TOKEN_INVALID: 400, AUTH_PASSWORD_WEAK: 400, AUTH_TOO_MANY_TRIES: 429, AUTH_BUSY: 503 },
})
