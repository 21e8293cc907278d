import {
  getUserSecurity,
  resetUserSecondFactor,
  secondFactorChanged,
  sendUserReset,
} from '@spawnpoint/contracts/auth'
import type { Person } from '@spawnpoint/contracts/users'
import { holds } from '@spawnpoint/sdk/common'
import {
  answer,
  EndpointFailure,
  requireReauthentication,
  type Actor,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'
import { isBeyondEmail, sendResetTo } from './handle-recovery.ts'

/** Takes the second factor of somebody away: by staff, or by the operator where `actor` is null. */
export async function removeSecondFactor(
  context: AuthContext,
  tx: Transaction,
  person: Person,
  by: { readonly actor: string | null; readonly ip?: string },
): Promise<void> {
  const user = person.id
  await context.secondFactor.remove(tx, user)
  await context.log.record(tx, { user, action: 'two-factor-off', ...by })
  await context.emails.send(tx, 'two-factor-off', person, { ip: by.ip ?? '127.0.0.1' })
  await context.log.tell(tx, secondFactorChanged, { user, enabled: false })
  await context.sessions.bumpEpoch(tx, user)
}

const mayActOn = async ({ roles }: AuthContext, actor: Actor, user: string) =>
  (await roles.permissionsOf(user)).every((permission) => holds(actor.permissions, permission))

const findPerson = async (context: AuthContext, user: string): Promise<Person> => {
  const person = await context.users.find(user)
  if (!person) throw new EndpointFailure('NOT_FOUND', 404)
  return person
}

/** The person that staff are about to change: not themselves, and nobody above them. */
const takePerson = async (context: AuthContext, actor: Actor, user: string): Promise<Person> => {
  const person = await findPerson(context, user)
  if (user === actor.id) throw new EndpointFailure('AUTH_OWN_ACCOUNT', 403)
  if (!(await mayActOn(context, actor, user))) throw new EndpointFailure('AUTH_EXCEEDS_OWN', 403)
  await requireReauthentication(context.sessions, actor)
  return person
}

export const handleGetUserSecurity = answer(
  getUserSecurity,
  { context: AuthContext },
  async ({ actor, params: { user }, context }) => {
    await findPerson(context, user)
    const { enabled, since } = await context.secondFactor.stateOf(user)
    return {
      secondFactor: { enabled, since: since?.toISOString() ?? null },
      email: context.emails.isOn() && !(await isBeyondEmail(context, user)),
      command: context.instance.command('admin reset-password'),
      editable: user !== actor.id && (await mayActOn(context, actor, user)),
    }
  },
)

export const handleResetUserSecondFactor = answer(
  resetUserSecondFactor,
  { context: AuthContext },
  async ({ actor, params: { user }, ip, fail, context }) => {
    const person = await takePerson(context, actor, user)
    if (!(await context.secondFactor.isOn(user))) throw fail('AUTH_2FA_OFF')
    await context.db.orm.transaction((tx) => removeSecondFactor(context, tx, person, { actor: actor.id, ip }))
    await context.sessions.revokeAll(user)
    return {}
  },
)

export const handleSendUserReset = answer(
  sendUserReset,
  { context: AuthContext },
  async ({ actor, params: { user }, ip, fail, context }) => {
    const person = await takePerson(context, actor, user)
    const mail = context.emails.state()
    if (mail === 'off') throw fail('AUTH_MAIL_OFF')
    if (mail === 'down') throw fail('AUTH_MAIL_DOWN')
    if (await isBeyondEmail(context, user)) throw fail('AUTH_BEYOND_EMAIL')
    await context.db.orm.transaction(async (tx) => {
      await sendResetTo(context, tx, person)
      await context.log.record(tx, { user, action: 'reset-sent', actor: actor.id, ip })
    })
    return {}
  },
)
