import { passwordChanged } from '@spawnpoint/contracts/auth'
import type { Person } from '@spawnpoint/contracts/users'
import { email, username } from '@spawnpoint/contracts/users/schemas'
import { EndpointFailure, type AdminCommand, type ServerHost, type Transaction } from '@spawnpoint/sdk/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext } from './auth-context.ts'
import { savePasswordHash } from './credential-queries.ts'
import { removeSecondFactor } from './handle-user-security.ts'

const newAccount = z.object({ username, email })

type Action = (context: AuthContext, tx: Transaction, person: Person) => Promise<string>

const grant: Action = async ({ roles }, tx, person) => {
  await roles.assignAdministrator(tx, person.id)
  return `${person.username} is an administrator now and has to log in again.`
}

const resetSecondFactor: Action = async (context, tx, person) => {
  await removeSecondFactor(context, tx, person, { actor: null })
  return `Two-factor authentication of ${person.username} is off, and all their sessions have ended.`
}

const commandFor = (context: AuthContext, summary: string, action: Action): AdminCommand => ({
  summary,
  arguments: ['username'],
  async run([login = '']) {
    const person = await context.users.findByLogin(login)
    if (!person) return { failed: true, text: `There is no user ${login}.` }
    const text = await context.db.orm.transaction((tx) => action(context, tx, person))
    await context.sessions.revokeAll(person.id)
    return { text }
  },
})

/** The password is made before the transaction: hashing waits for its turn, and would keep a connection meanwhile. */
const resetPassword = (context: AuthContext): AdminCommand => ({
  summary: 'give a user a new random password, which is printed once, and end their sessions',
  arguments: ['username'],
  async run(given) {
    const password = randomBytes(15).toString('base64url')
    const hash = await context.passwords.hash(password)
    const set: Action = async ({ sessions, log }, tx, person) => {
      await savePasswordHash(tx, person.id, hash, context.now())
      await sessions.bumpEpoch(tx, person.id)
      await log.record(tx, { user: person.id, action: 'password-reset', actor: null })
      await log.tell(tx, passwordChanged, { user: person.id })
      return `The new password of ${person.username} is ${password}. All their sessions have ended; ask them to change it.`
    }
    return commandFor(context, '', set).run(given)
  },
})

const taken: Readonly<Record<string, string>> = {
  USERS_USERNAME_TAKEN: 'another account has this username',
  USERS_EMAIL_TAKEN: 'another account has this email address',
}

/** An account for somebody at the terminal, where no email is set up yet or the link for the first one is out of reach. */
const createAccount = (context: AuthContext, isAdministrator: boolean): AdminCommand => ({
  summary: `create an account${isAdministrator ? ' that is an administrator' : ''}; its password is printed once`,
  arguments: ['username', 'email'],
  async run([name = '', address = '']) {
    const given = newAccount.safeParse({ username: name, email: address })
    if (!given.success)
      return { failed: true, text: 'Give a username and an email address as for a registration.' }
    const password = randomBytes(15).toString('base64url')
    const hash = await context.passwords.hash(password)
    try {
      await context.db.orm.transaction(async (tx) => {
        const names = { firstName: '', lastName: '', ip: '', verified: true }
        const person = await context.users.create(tx, { ...given.data, ...names })
        await savePasswordHash(tx, person.id, hash, context.now())
        if (isAdministrator) await context.roles.assignAdministrator(tx, person.id)
        await context.log.record(tx, { user: person.id, action: 'created-by-operator', actor: null })
      })
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      return { failed: true, text: `The account was not created: ${taken[error.code] ?? error.code}.` }
    }
    return {
      text: `${given.data.username} ${isAdministrator ? 'is an administrator' : 'can log in'}. The password is ${password}. Change it after the first log-in.`,
    }
  },
})

/** Ways back in for an operator with access to the server. */
export const registerAdminCommands = (host: ServerHost, context: AuthContext): void => {
  host.command('grant', commandFor(context, 'make a user an administrator', grant))
  host.command('create-admin', createAccount(context, true))
  host.command('create-user', createAccount(context, false))
  host.command('reset-password', resetPassword(context))
  host.command(
    'reset-2fa',
    commandFor(
      context,
      'switch off the two-factor authentication of a user and end their sessions',
      resetSecondFactor,
    ),
  )
}
