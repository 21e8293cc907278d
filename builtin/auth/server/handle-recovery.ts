import {
  askForReset,
  emailVerified,
  passwordChanged,
  resetPassword,
  verifyEmail,
} from '@spawnpoint/contracts/auth'
import type { Person } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { answer, defineJob, EndpointFailure, type Transaction } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { AuthContext } from './auth-context.ts'
import { savePasswordHash } from './credential-queries.ts'
import { findPasswordFault } from './password-rules.ts'
import { findToken, makeToken, takeToken } from './token-queries.ts'
import { waitFor } from './tries.ts'

const RESET_EMAIL = 'reset-email'

/** Answers before anybody looks whether the account exists: the job does. */
export const handleAskForReset = answer(
  askForReset,
  { context: AuthContext },
  async ({ body, ip, fail, context }) => {
    if (!(await context.tries.takeFromAddress('forgot-address', ip)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('forgot-address'))
    if (!(await context.tries.take('forgot', body.email.toLowerCase())))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('forgot'))
    const mail = context.emails.state()
    if (mail === 'off') throw fail('AUTH_MAIL_OFF')
    if (mail === 'down') throw fail('AUTH_MAIL_DOWN')
    await context.jobs.add(RESET_EMAIL, { email: body.email })
    return {}
  },
)

/** A mailbox, or whoever reads the mail server, must not be enough to become root. */
export const isBeyondEmail = async ({ roles, secondFactor }: AuthContext, user: string): Promise<boolean> =>
  (await roles.permissionsOf(user)).includes(ROOT_PERMISSION) && !(await secondFactor.isOn(user))

export async function sendResetTo(context: AuthContext, tx: Transaction, person: Person): Promise<void> {
  const token = { purpose: 'reset', user: person.id, email: person.email, now: context.now() } as const
  const secret = await makeToken(tx, token)
  await context.emails.send(tx, 'reset', person, { path: `/auth/reset-password#token=${secret}` })
}

export const sendResetEmail = defineJob(
  RESET_EMAIL,
  { payload: z.object({ email: z.string() }), maxAttempts: 5 },
  { context: AuthContext },
  async ({ payload, context }) => {
    const person = await context.users.findByEmail(payload.email)
    if (!person || person.bannedReason !== null) return
    await context.db.orm.transaction(async (tx) => {
      if (await isBeyondEmail(context, person.id)) return context.emails.send(tx, 'reset-refused', person)
      await sendResetTo(context, tx, person)
    })
  },
)

const invalid = () => new EndpointFailure('AUTH_TOKEN_INVALID', 400)

/** Finds the account of a token. A token is valid only while its email address is still the account's. */
async function findBearer(context: AuthContext, secret: string): Promise<Person> {
  const found = await findToken(context.db.orm, 'reset', secret, context.now())
  const person = found?.user ? await context.users.find(found.user) : null
  if (!person || found?.email !== person.email || (await isBeyondEmail(context, person.id))) throw invalid()
  return person
}

async function replacePassword(
  context: AuthContext,
  tx: Transaction,
  { person, token, passwordHash, ip }: { person: Person; token: string; passwordHash: string; ip: string },
) {
  const taken = await takeToken(tx, 'reset', token, context.now())
  const now = await context.users.find(person.id, tx)
  if (!now || taken?.email !== now.email) throw invalid()
  await savePasswordHash(tx, person.id, passwordHash, context.now())
  if (now.verifiedAt === null) await context.users.update(tx, person.id, { verifiedAt: context.now() })
  await context.sessions.bumpEpoch(tx, person.id)
  await context.log.record(tx, { user: person.id, action: 'password-reset', ip })
  await context.log.tell(tx, passwordChanged, { user: person.id })
  await context.emails.send(tx, 'password-changed', now, { ip })
}

/** A new password by email: every session ends, the second factor stays. */
export const handleResetPassword = answer(
  resetPassword,
  { context: AuthContext },
  async ({ body, ip, fail, context }) => {
    const { token, password } = body
    if (!(await context.tries.takeFromAddress('address', ip)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('address'))
    const person = await findBearer(context, token)
    const fault = findPasswordFault(password, person)
    if (fault) throw fail('AUTH_PASSWORD_WEAK', { fields: { password: fault } })
    // Before the transaction, which would keep a connection while this waits for its turn.
    const passwordHash = await context.passwords.hash(password)
    await context.db.orm.transaction((tx) =>
      replacePassword(context, tx, { person, token, passwordHash, ip }),
    )
    await context.sessions.revokeAll(person.id)
    await context.tries.clearLogins(person)
    return {}
  },
)

async function confirmAddress(context: AuthContext, tx: Transaction, secret: string, ip: string) {
  const taken = await takeToken(tx, 'verify', secret, context.now())
  const person = taken?.user ? await context.users.find(taken.user, tx) : null
  // Asked for under another address: somebody has changed it since, and this link must not change it back.
  if (!person || !taken?.email || taken.accountEmail !== person.email) throw invalid()
  const isChange = taken.email !== person.email
  const change = isChange ? { email: taken.email, verifiedAt: context.now() } : { verifiedAt: context.now() }
  await context.users.update(tx, person.id, change)
  if (isChange) await context.emails.send(tx, 'email-changed', person, { ip })
  await context.log.record(tx, { user: person.id, action: isChange ? 'email-changed' : 'email-verified', ip })
  await context.log.tell(tx, emailVerified, { user: person.id })
  await context.sessions.changed(tx, person.id)
}

export const handleVerifyEmail = answer(
  verifyEmail,
  { context: AuthContext },
  async ({ body, ip, fail, context }) => {
    try {
      await context.db.orm.transaction((tx) => confirmAddress(context, tx, body.token, ip))
    } catch (error) {
      if (error instanceof EndpointFailure && error.code === 'USERS_EMAIL_TAKEN')
        throw fail('AUTH_EMAIL_TAKEN')
      throw error
    }
    return {}
  },
)
