import { authSettings, register, registered } from '@spawnpoint/contracts/auth'
import { answer, EndpointFailure, type Transaction } from '@spawnpoint/sdk/server'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { AuthContext } from './auth-context.ts'
import { savePasswordHash } from './credential-queries.ts'
import { findPasswordFault } from './password-rules.ts'
import { signIn } from './sign-in.ts'
import { takeToken } from './token-queries.ts'
import { sendVerification } from './verification-email.ts'
import { waitFor } from './tries.ts'

type Registration = z.output<NonNullable<typeof register.body>>

// An account that is made takes longer than one that is not: both answer after this.
const ANSWER_AFTER_MS = 350

const isFailure = (error: unknown, code: string) => error instanceof EndpointFailure && error.code === code

/** The one-use token of the terminal makes its bearer administrator, once, and only while there is none. */
async function useSetupToken(context: AuthContext, tx: Transaction, secret: string) {
  const token = await takeToken(tx, 'setup', secret, context.now())
  if (!token || (await context.roles.hasAdministrator(tx)))
    throw new EndpointFailure('AUTH_SETUP_INVALID', 403)
}

async function createAccount(context: AuthContext, body: Registration, passwordHash: string, ip: string) {
  const { setupToken, referral, locale, username, email, firstName, lastName } = body
  const verified = setupToken !== undefined || !context.emails.isOn()
  return context.db.orm.transaction(async (tx) => {
    if (setupToken !== undefined) await useSetupToken(context, tx, setupToken)
    const person = await context.users.create(tx, { username, email, firstName, lastName, ip, verified })
    await savePasswordHash(tx, person.id, passwordHash, context.now())
    if (setupToken !== undefined) await context.roles.assignAdministrator(tx, person.id)
    await context.log.record(tx, { user: person.id, action: setupToken ? 'first-admin' : 'registered', ip })
    await context.log.tell(tx, registered, { user: person.id, referral: referral || null, ip })
    if (!verified) await sendVerification(context, tx, person, locale)
    return { person, verified }
  })
}

/** With mail the stranger learns nothing: the owner of the address gets an email instead. */
async function tellOwner(context: AuthContext, email: string) {
  const owner = await context.users.findByEmail(email)
  if (owner && (await context.tries.take('verify-email', owner.id)))
    await context.emails.send(context.db.orm, 'already-registered', owner, { path: '/auth/forgot-password' })
}

async function createOrTellOwner(context: AuthContext, body: Registration, passwordHash: string, ip: string) {
  try {
    return await createAccount(context, body, passwordHash, ip)
  } catch (error) {
    if (isFailure(error, 'USERS_USERNAME_TAKEN'))
      throw new EndpointFailure('AUTH_USERNAME_TAKEN', 409, { fields: { username: 'taken' } })
    if (!isFailure(error, 'USERS_EMAIL_TAKEN')) throw error
    // Without mail there is no other way to tell the one who registers.
    if (!context.emails.isOn() || body.setupToken)
      throw new EndpointFailure('AUTH_EMAIL_TAKEN', 409, { fields: { email: 'taken' } })
    await tellOwner(context, body.email)
    return null
  }
}

export const handleRegister = answer(
  register,
  { context: AuthContext },
  async ({ body, request, reply, ip, fail, context }) => {
    const started = performance.now()
    if (!(await context.tries.takeFromAddress('register', ip)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('register'))
    if (!body.setupToken && !context.settings.read(authSettings).allow_registration)
      throw fail('AUTH_REGISTRATION_OFF')
    // No email can confirm the address now, and an account must not exist without that.
    if (!body.setupToken && context.emails.state() === 'down') throw fail('AUTH_MAIL_DOWN')
    const fault = findPasswordFault(body.password, body)
    if (fault) throw fail('AUTH_PASSWORD_WEAK', { fields: { password: fault } })
    // First, and whatever the address: otherwise this answer would tell that the address is free.
    if (await context.users.findByLogin(body.username))
      throw fail('AUTH_USERNAME_TAKEN', { fields: { username: 'taken' } })
    const made = await createOrTellOwner(context, body, await context.passwords.hash(body.password), ip)
    if (made && body.locale) await context.users.savePreferences(made.person.id, { locale: body.locale })
    if (!made?.verified) {
      await wait(Math.max(0, ANSWER_AFTER_MS - (performance.now() - started)))
      return { step: 'check-mail' as const }
    }
    const arrived = await signIn(context, { carrier: { request, reply }, user: made.person.id, next: null })
    if (arrived.step === 'verify') throw new Error('E_AUTH: a fresh account has a second factor')
    return arrived
  },
)
