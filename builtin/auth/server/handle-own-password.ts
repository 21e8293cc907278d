import { changePassword, reauthenticate, passwordChanged } from '@spawnpoint/contracts/auth'
import { answer } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'
import { checkPassword } from './check-password.ts'
import { savePasswordHash } from './credential-queries.ts'
import { findPasswordFault } from './password-rules.ts'
import { waitFor } from './tries.ts'

export const handleReauthenticate = answer(
  reauthenticate,
  { context: AuthContext },
  async ({ actor, body, ip, fail, context }) => {
    if (!(await context.tries.take('reauthentication', actor.id)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('reauthentication'))
    if (!(await checkPassword(context, actor.id, body.password))) {
      await context.log.record(context.db.orm, {
        user: actor.id,
        action: 'reauthentication-failed',
        ip,
        attempt: true,
      })
      throw fail('AUTH_PASSWORD_WRONG', { fields: { password: 'wrong' } })
    }
    await context.tries.clear('reauthentication', actor.id)
    await context.sessions.markReauthenticated(actor.session)
    return {}
  },
)

/** A new password: the other sessions end, and this browser gets a fresh one. */
export const handleChangePassword = answer(
  changePassword,
  { context: AuthContext },
  async ({ actor, body, request, reply, ip, fail, context }) => {
    if (!(await context.tries.take('reauthentication', actor.id)))
      throw fail('AUTH_TOO_MANY_TRIES', waitFor('reauthentication'))
    if (!(await checkPassword(context, actor.id, body.current)))
      throw fail('AUTH_PASSWORD_WRONG', { fields: { current: 'wrong' } })
    const person = await context.users.find(actor.id)
    const fault = person && findPasswordFault(body.password, person)
    if (fault) throw fail('AUTH_PASSWORD_WEAK', { fields: { password: fault } })
    const passwordHash = await context.passwords.hash(body.password)
    await context.db.orm.transaction(async (tx) => {
      await savePasswordHash(tx, actor.id, passwordHash, context.now())
      await context.sessions.bumpEpoch(tx, actor.id)
      await context.log.record(tx, { user: actor.id, action: 'password-changed', ip })
      await context.log.tell(tx, passwordChanged, { user: actor.id })
      if (person) await context.emails.send(tx, 'password-changed', person, { ip })
    })
    await context.tries.clear('reauthentication', actor.id)
    await context.sessions.revokeAll(actor.id, actor.session)
    await context.sessions.markReauthenticated(await context.sessions.start({ request, reply }, actor.id))
    return {}
  },
)
