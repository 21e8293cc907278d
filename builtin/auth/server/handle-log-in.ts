import { logIn } from '@spawnpoint/contracts/auth'
import type { Person } from '@spawnpoint/contracts/users'
import { answer, type SessionCarrier } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'
import { checkPassword } from './check-password.ts'
import { safeNext } from './safe-next.ts'
import { signIn } from './sign-in.ts'
import { sendVerification } from './verification-email.ts'
import { waitFor } from './tries.ts'

/**
 * Strangers share the tries of what they type; a device that has been inside has tries of its own. Counted by what
 * was typed, not by account: one counter for name and address would tell that they belong together.
 */
async function mayTry(context: AuthContext, carrier: SessionCarrier, person: Person | null, login: string) {
  const { tries, devices } = context
  if (!(await tries.takeFromAddress('address', carrier.request.ip))) return false
  const device = person && devices.find(carrier, person.id)
  return device ? tries.take('device', `${person.id}:${device}`) : tries.take('account', login.toLowerCase())
}

const isDueForVerification = (context: AuthContext, person: Person) =>
  person.verifiedAt === null && context.emails.state() !== 'off'

export const handleLogIn = answer(
  logIn,
  { context: AuthContext },
  async ({ body, request, reply, ip, fail, context }) => {
    const carrier = { request, reply }
    const person = await context.users.findByLogin(body.login)
    if (!(await mayTry(context, carrier, person, body.login)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('account'))
    const matches = await checkPassword(context, person?.id ?? null, body.password)
    if (!person || !matches) {
      // Written for nobody too: a missing write would tell, by its time, that there is no such account.
      const user = person?.id ?? null
      await context.log.record(context.db.orm, {
        user,
        actor: null,
        action: 'login-failed',
        ip,
        attempt: true,
      })
      throw fail('AUTH_INVALID')
    }
    if (person.bannedReason !== null)
      throw fail('AUTH_BANNED', { details: { reason: person.bannedReason || '–' } })
    if (isDueForVerification(context, person)) {
      if (!context.emails.isOn()) throw fail('AUTH_MAIL_DOWN')
      if (await context.tries.take('verify-email', person.id))
        await sendVerification(context, context.db.orm, person)
      throw fail('AUTH_NOT_VERIFIED')
    }
    await context.tries.clearLogins(person)
    return signIn(context, { carrier, user: person.id, next: safeNext(body.next, context.instance.origin) })
  },
)
