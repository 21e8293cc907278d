import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { emailField, preferenceFields, profileFields } from './schemas.ts'

const user = { user: true } as const
const moment = z.iso.datetime()

export const getAccount = defineEndpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'The own account',
  access: user,
  reply: z.object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatar: z.string().nullable(),
    verified: z.boolean(),
    role: z.string(),
    createdAt: moment,
    lastSeenAt: moment,
    firstIp: z.string(),
    lastIp: z.string(),
    preferences: z.object({ locale: z.string().nullable(), transition: z.string().nullable() }),
  }),
})

export const updateProfile = defineEndpoint({
  method: 'PUT',
  path: '/api/account/profile',
  summary: 'Change the own names',
  access: user,
  body: z.strictObject(profileFields.shape),
  reply: z.object({}),
  limit: 20,
})

export const changeEmail = defineEndpoint({
  method: 'PUT',
  path: '/api/account/email',
  summary: 'Change the own e-mail address; with mail it counts once the email to it is answered',
  access: user,
  body: z.strictObject(emailField.shape),
  reply: z.object({ state: z.enum(['changed', 'email-sent']) }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    ACCOUNT_EMAIL_SAME: 400,
    ACCOUNT_EMAIL_TAKEN: 409,
    ACCOUNT_TOO_MANY_EMAILS: 429,
    ACCOUNT_MAIL_DOWN: 503,
  },
})

export const savePreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/account/preferences',
  summary: 'Keep language and looks with the account',
  access: user,
  body: preferenceFields,
  reply: z.object({}),
  limit: 60,
})

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the own account for good',
  access: user,
  body: z.strictObject({ username: z.string().trim().max(191) }),
  reply: z.object({}),
  fails: { REAUTHENTICATION_REQUIRED: 403, ACCOUNT_NAME_MISMATCH: 400, ROLES_LAST_ADMINISTRATOR: 409 },
})
