import { verifySecondFactor } from '@spawnpoint/contracts/auth'
import { answer } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'
import { welcome } from './sign-in.ts'
import { waitFor } from './tries.ts'

async function tellOfRecoveryCode(context: AuthContext, user: string, ip: string) {
  const person = await context.users.find(user)
  await context.db.orm.transaction(async (tx) => {
    await context.log.record(tx, { user, action: 'recovery-code-used', ip })
    if (person) await context.emails.send(tx, 'recovery-code-used', person, { ip })
  })
}

/** The second step of a log-in. Five wrong codes end the half-session; the account has a limit of its own. */
export const handleVerifySecondFactor = answer(
  verifySecondFactor,
  { context: AuthContext },
  async ({ body, request, reply, ip, fail, context }) => {
    const carrier = { request, reply }
    const pending = await context.sessions.pending(carrier)
    if (!pending) throw fail('AUTH_PENDING_GONE')
    const { id, user, next } = pending
    // A device that has been inside has tries of its own, so that strangers who know the password lock nobody out.
    const device = context.devices.find(carrier, user)
    const who = device ? `${user}:${device}` : user
    if (!(await context.tries.take('code', who))) throw fail('AUTH_TOO_MANY_TRIES', waitFor('code'))
    const accepted = await context.secondFactor.accept(context.db.orm, user, body.code)
    if (!accepted) {
      const left = await context.sessions.failPending(id)
      await context.log.record(context.db.orm, { user, actor: null, action: 'code-wrong', ip, attempt: true })
      throw left > 0 ? fail('AUTH_CODE_WRONG', { details: { left } }) : fail('AUTH_PENDING_GONE')
    }
    const session = await context.sessions.completePending(carrier, id).catch((error: unknown) => {
      // Another tab was faster.
      if (error instanceof Error && error.message === 'E_PENDING_GONE') throw fail('AUTH_PENDING_GONE')
      throw error
    })
    await context.sessions.markReauthenticated(session)
    await context.tries.clear('code', who)
    if (accepted === 'recovery') await tellOfRecoveryCode(context, user, ip)
    return welcome(context, { carrier, user, next })
  },
)
