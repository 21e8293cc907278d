import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { preferences, secondFactorCode } from './schemas.ts'

// Administrators sign in during maintenance, too.
const duringMaintenance = true
const publicBecause = { public: 'people who are not signed in sign in here', duringMaintenance } as const
const next = z.string().max(500).nullable()

/** The sign-in is complete: where to go, and the appearance stored on the account. */
const signedIn = z.object({ step: z.literal('done'), next, preferences })

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in with user name or e-mail address and password',
  access: publicBecause,
  body: z.strictObject({
    login: z.string().trim().min(1).max(191),
    password: z.string().min(1).max(1024),
    next: z.string().max(500).optional(),
  }),
  reply: z.discriminatedUnion('step', [signedIn, z.object({ step: z.literal('verify') })]),
  fails: {
    AUTH_INVALID: 400,
    AUTH_BANNED: 403,
    AUTH_NOT_VERIFIED: 403,
    AUTH_MAIL_DOWN: 503,
    AUTH_TOO_MANY_TRIES: 429,
    AUTH_BUSY: 503,
  },
})

export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/2fa/verify',
  summary: 'Give the second factor: a code of the app or a recovery code',
  access: { public: 'the half-session of the password step authorises it', duringMaintenance },
  body: z.strictObject({ code: secondFactorCode }),
  reply: signedIn,
  fails: { AUTH_CODE_WRONG: 400, AUTH_PENDING_GONE: 403, AUTH_TOO_MANY_TRIES: 429 },
})

export const resumeSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/resume',
  summary: 'Go on with a session that outlived an outage',
  access: publicBecause,
  body: z.strictObject({}),
  reply: z.object({
    resumed: z.boolean(),
    preferences: preferences.nullable(),
    /** A log-in waits for its second factor. */
    pending: z.boolean(),
    /** A plugin knows organizations whose people log in through them. */
    sso: z.boolean(),
  }),
  limit: 30,
})

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Log out',
  access: {
    public: 'ends whatever session the browser presents, also a half or dead one',
    duringMaintenance,
  },
  body: z.strictObject({}),
  reply: z.object({}),
})

export const findSso = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sso',
  summary: 'Find the single sign-on of an organisation',
  access: publicBecause,
  body: z.strictObject({ organisation: z.string().trim().min(1).max(191) }),
  reply: z.object({ url: z.string() }),
  fails: { AUTH_SSO_NONE: 404 },
  limit: 10,
})
