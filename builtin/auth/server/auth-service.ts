import { isForeignHash, type AuthService } from '@spawnpoint/contracts/auth'
import type { AuthContext } from './auth-context.ts'
import { addForeignHashes, countForeignHashes, savePasswordHash } from './credential-queries.ts'
import { safeNext } from './safe-next.ts'
import { signIn } from './sign-in.ts'
import { makeToken } from './token-queries.ts'
import { VERIFY_PAGE } from './verification-email.ts'

/** The service that other plugins use. */
export const createAuthService = (context: AuthContext): AuthService => ({
  secondFactorOf: (user) => context.secondFactor.stateOf(user),
  openStep: (user) => context.secondFactor.requiredStepOf(user),
  async askToVerifyEmail(tx, { user, email }) {
    const person = await context.users.find(user, tx)
    if (!person) return
    const accountEmail = person.email
    const secret = await makeToken(tx, { purpose: 'verify', user, email, accountEmail, now: context.now() })
    await context.emails.send(tx, 'verify-change', person, {
      to: email,
      path: `${VERIFY_PAGE}#verify=${secret}`,
    })
  },
  async setPassword(tx, user, password) {
    await savePasswordHash(tx, user, await context.passwords.hash(password), context.now())
  },
  async addForeignHashes(tx, hashes) {
    if (!hashes.every(({ hash }) => isForeignHash(hash)))
      throw new Error('E_FOREIGN_HASH: only bcrypt hashes of cost 4 to 13 can be checked')
    if (hashes.length > 0) await addForeignHashes(tx, hashes, context.now())
  },
  countForeignHashes: () => countForeignHashes(context.db.orm),
  async signIn(carrier, user, next) {
    return (await signIn(context, { carrier, user, next: safeNext(next, context.instance.origin) })).step
  },
  addSso(lookup) {
    context.ssoLookups.add(lookup)
    return () => void context.ssoLookups.delete(lookup)
  },
})
