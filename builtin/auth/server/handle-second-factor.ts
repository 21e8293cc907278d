import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  secondFactorChanged,
  startSecondFactor,
} from '@spawnpoint/contracts/auth'
import { answer, type Transaction, requireReauthentication } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'
import type { EmailKind } from './emails.ts'
import { waitFor } from './tries.ts'

async function note(
  context: AuthContext,
  tx: Transaction,
  change: { user: string; ip: string; action: string; email: EmailKind },
) {
  const person = await context.users.find(change.user, tx)
  await context.log.record(tx, change)
  if (person) await context.emails.send(tx, change.email, person, { ip: change.ip })
}

export const handleGetSecondFactor = answer(
  getSecondFactor,
  { context: AuthContext },
  async ({ actor, context }) => {
    const state = await context.secondFactor.stateOf(actor.id)
    return { ...state, since: state.since?.toISOString() ?? null }
  },
)

export const handleStartSecondFactor = answer(
  startSecondFactor,
  { context: AuthContext },
  async ({ actor, fail, context }) => {
    await requireReauthentication(context.sessions, actor)
    const label = (await context.users.find(actor.id))?.email ?? actor.id
    const issuer = context.appName()
    const setup = await context.secondFactor.start({ user: actor.id, session: actor.session, label, issuer })
    if (!setup) throw fail('AUTH_2FA_ACTIVE')
    return setup
  },
)

export const handleConfirmSecondFactor = answer(
  confirmSecondFactor,
  { context: AuthContext },
  async ({ actor, body, ip, request, reply, fail, context }) => {
    const { id: user, session } = actor
    if (!(await context.secondFactor.isStarted(user, session))) throw fail('AUTH_2FA_NOT_STARTED')
    if (!(await context.tries.take('code', user))) throw fail('AUTH_TOO_MANY_TRIES', waitFor('code'))
    const codes = await context.db.orm.transaction(async (tx) => {
      const made = await context.secondFactor.confirm(tx, user, session, body.code)
      if (!made) return null
      await note(context, tx, { user, ip, action: 'two-factor-on', email: 'two-factor-on' })
      await context.log.tell(tx, secondFactorChanged, { user, enabled: true })
      await context.sessions.bumpEpoch(tx, user)
      return made
    })
    if (!codes) throw fail('AUTH_CODE_WRONG', { fields: { code: 'wrong' } })
    // Sessions from before the second factor have not given it; this one begins anew, under another number.
    const fresh = await context.sessions.start({ request, reply }, user)
    await context.sessions.revokeAll(user, fresh)
    await context.sessions.markReauthenticated(fresh)
    await context.tries.clear('code', user)
    return { codes }
  },
)

export const handleDisableSecondFactor = answer(
  disableSecondFactor,
  { context: AuthContext },
  async ({ actor, ip, fail, context }) => {
    const user = actor.id
    await requireReauthentication(context.sessions, actor)
    if ((await context.secondFactor.stateOf(user)).required) throw fail('AUTH_2FA_FORCED')
    await context.db.orm.transaction(async (tx) => {
      await context.secondFactor.remove(tx, user)
      await note(context, tx, { user, ip, action: 'two-factor-off', email: 'two-factor-off' })
      await context.log.tell(tx, secondFactorChanged, { user, enabled: false })
      await context.sessions.bumpEpoch(tx, user)
    })
    return {}
  },
)

export const handleMakeRecoveryCodes = answer(
  makeRecoveryCodes,
  { context: AuthContext },
  async ({ actor, ip, fail, context }) => {
    const user = actor.id
    await requireReauthentication(context.sessions, actor)
    if (!(await context.secondFactor.isOn(user))) throw fail('AUTH_2FA_OFF')
    const codes = await context.db.orm.transaction(async (tx) => {
      await note(context, tx, { user, ip, action: 'recovery-codes-made', email: 'recovery-codes-made' })
      return context.secondFactor.renewRecoveryCodes(tx, user)
    })
    return { codes }
  },
)
