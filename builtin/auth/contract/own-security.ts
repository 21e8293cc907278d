import { defineEndpoint, REAUTHENTICATE_PATH } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { newPassword } from './schemas.ts'

const user = { user: true } as const
// Endpoints that stay open while a second factor is still required.
const duringRequiredStep = { user: true, duringRequiredStep: true } as const
const oldPassword = z.string().min(1).max(1024)
const recoveryCodes = z.object({ codes: z.array(z.string()) })
const sixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/)

export const reauthenticate = defineEndpoint({
  method: 'POST',
  path: REAUTHENTICATE_PATH,
  summary: 'Reauthenticate by password, for ten minutes',
  access: duringRequiredStep,
  body: z.strictObject({ password: oldPassword }),
  reply: z.object({}),
  fails: { AUTH_PASSWORD_WRONG: 400, AUTH_TOO_MANY_TRIES: 429, AUTH_BUSY: 503 },
})

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change the own password; every other session ends',
  access: user,
  body: z.strictObject({ current: oldPassword, password: newPassword }),
  reply: z.object({}),
  fails: { AUTH_PASSWORD_WRONG: 400, AUTH_PASSWORD_WEAK: 400, AUTH_TOO_MANY_TRIES: 429, AUTH_BUSY: 503 },
})

export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/auth/2fa',
  summary: 'The state of the own second factor',
  access: user,
  reply: z.object({
    enabled: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.number().int(),
    required: z.boolean(),
  }),
})

export const startSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/2fa/setup',
  summary: 'Begin to set up the second factor: a fresh secret, not yet in force',
  access: duringRequiredStep,
  body: z.strictObject({}),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  fails: { REAUTHENTICATION_REQUIRED: 403, AUTH_2FA_ACTIVE: 409 },
})

export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/2fa/setup/confirm',
  summary: 'Finish the set-up with a code of the app; answers the recovery codes, once',
  access: duringRequiredStep,
  body: z.strictObject({ code: sixDigits }),
  reply: recoveryCodes,
  fails: { AUTH_CODE_WRONG: 400, AUTH_2FA_NOT_STARTED: 409, AUTH_TOO_MANY_TRIES: 429 },
})

export const disableSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/2fa/disable',
  summary: 'Switch the second factor off',
  access: user,
  body: z.strictObject({}),
  reply: z.object({}),
  fails: { REAUTHENTICATION_REQUIRED: 403, AUTH_2FA_FORCED: 409 },
})

export const makeRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/auth/2fa/recovery-codes',
  summary: 'Replace the recovery codes',
  access: user,
  body: z.strictObject({}),
  reply: recoveryCodes,
  fails: { REAUTHENTICATION_REQUIRED: 403, AUTH_2FA_OFF: 409 },
})
