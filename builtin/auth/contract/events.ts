import { defineEvent, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const loggedIn = defineEvent('auth:logged-in', z.object({ user: userId, ip: z.string() }))
export const registered = defineEvent(
  'auth:registered',
  z.object({ user: userId, referral: z.string().nullable(), ip: z.string() }),
)
export const passwordChanged = defineEvent('auth:password-changed', z.object({ user: userId }))
export const secondFactorChanged = defineEvent(
  'auth:second-factor-changed',
  z.object({ user: userId, enabled: z.boolean() }),
)
export const emailVerified = defineEvent('auth:email-verified', z.object({ user: userId }))
