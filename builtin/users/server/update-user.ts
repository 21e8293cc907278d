import { Mail } from '@spawnpoint/contracts/mail'
import { Roles } from '@spawnpoint/contracts/roles'
import { updateUser, userBanned, userEmailChanged } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  answer,
  type HandlerInput,
  type Queries,
  requireReauthentication,
  Database,
  Audit,
  Events,
  Sessions,
  Clock,
  Settings,
} from '@spawnpoint/sdk/server'
import { changeAccount, lockAccount } from './account-queries.ts'
import { notifyOfEmail } from './email-notice.ts'
import { mayActOn, presentDetails } from './present-user.ts'
import { account, type Account } from './tables.ts'
import { refuseTaken } from './taken-failure.ts'

const uses = {
  db: Database,
  roles: Roles,
  audit: Audit,
  events: Events,
  sessions: Sessions,
  clock: Clock,
  settings: Settings,
  mail: optional(Mail),
}

export type UpdateUses = ServicesOf<typeof uses>

type Input = HandlerInput<typeof updateUser>

const isMoved = ({ email }: Input['body'], before: Account) =>
  email !== undefined && email.toLowerCase() !== before.email.toLowerCase()

/** An address is a way into the account, so changing or confirming it takes a permission of its own. */
const checkEmail = ({ actor, body, fail }: Input, before: Account) => {
  const verifies = body.verified !== undefined && body.verified !== (before.verifiedAt !== null)
  const changes = body.email !== undefined && body.email !== before.email
  if ((changes || verifies) && !actor.can('admin.users.email')) throw fail('USERS_EMAIL_RIGHT')
  // Only its owner can confirm a new address.
  if (isMoved(body, before) && body.verified === true)
    throw fail('USERS_EMAIL_UNVERIFIED', { fields: { verified: 'USERS_EMAIL_UNVERIFIED' } })
}

/** The columns behind what was asked; listed one by one, so that no other column can be meant. */
const columnsFor = ({ body }: Input, before: Account, now: Date): Partial<typeof account.$inferInsert> => {
  const verified = !isMoved(body, before) && (body.verified ?? before.verifiedAt !== null)
  const banned = body.banned ?? before.bannedReason !== null
  const reason = body.bannedReason || before.bannedReason
  return {
    ...(body.firstName !== undefined && { firstName: body.firstName }),
    ...(body.lastName !== undefined && { lastName: body.lastName }),
    ...(body.email !== undefined && { email: body.email }),
    ...(body.role !== undefined && { roleId: body.role }),
    verifiedAt: verified ? (before.verifiedAt ?? now) : null,
    bannedReason: banned ? reason : null,
  }
}

const checkUpdate = ({ actor, body, fail }: Input, before: Account, roleBefore: string) => {
  if (before.version !== body.version) throw fail('STALE_EDIT', { details: { version: before.version } })
  const wantsBan = body.banned === true && before.bannedReason === null
  const moves = body.role !== undefined && body.role !== roleBefore
  if (before.id === actor.id && (wantsBan || moves)) throw fail('USERS_SELF')
  if (wantsBan && !body.bannedReason)
    throw fail('USERS_BAN_REASON', { fields: { bannedReason: 'USERS_BAN_REASON' } })
}

/** Another address or another role is another way in. */
const checkProof = async ({ sessions }: UpdateUses, { actor, body }: Input, roleBefore: string) => {
  const isMoved = body.role !== undefined && body.role !== roleBefore
  if (isMoved || body.email !== undefined) await requireReauthentication(sessions, actor)
}

const applyBan = async (
  { events, roles, sessions }: UpdateUses,
  tx: Queries,
  before: Account,
  after: Account,
) => {
  const banned = after.bannedReason !== null
  if (banned === (before.bannedReason !== null)) return
  const ban = () => sessions.ban(tx, after.id, banned)
  await (banned ? roles.keepAdministrator(tx, ban) : ban())
  await events.emit(tx, userBanned, { id: after.id, banned })
}

const facts = (row: Account, role: string) => ({
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  verified: row.verifiedAt !== null,
  bannedReason: row.bannedReason,
  role,
})

const apply = (uses: UpdateUses, input: Input, roleBefore: string) =>
  uses.db.orm.transaction(async (tx) => {
    const { actor, params, body, ip, fail } = input
    const { roles, sessions, audit, clock } = uses
    const before = await lockAccount(tx, params.id)
    if (!before) throw fail('NOT_FOUND')
    checkUpdate(input, before, roleBefore)
    checkEmail(input, before)
    if (body.role !== undefined) await roles.assign(tx, { user: before.id, role: body.role, actor })
    const after = await refuseTaken(changeAccount(tx, before.id, columnsFor(input, before, clock.now())))
    if (!after) throw fail('NOT_FOUND')
    await applyBan(uses, tx, before, after)
    const emailMoved = isMoved(body, before)
    if (emailMoved) await notifyOfEmail(uses, tx, { before, after, ip })
    if (after.email !== before.email) await uses.events.emit(tx, userEmailChanged, { id: after.id })
    await sessions.changed(tx, after.id)
    await audit.write(tx, {
      actor: actor.id,
      action: 'users:updated',
      target: after.id,
      ip,
      before: facts(before, roleBefore),
      after: facts(after, body.role ?? roleBefore),
    })
    return { after, emailMoved }
  })

export const handleUpdateUser = answer(updateUser, uses, async (call) => {
  const { actor, params, fail, ...services } = call
  const { roles } = services
  if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw fail('USERS_EXCEEDS_OWN')
  const roleBefore = (await roles.roleOf(params.id)).id
  await checkProof(services, call, roleBefore)
  const { after: row, emailMoved } = await apply(services, call, roleBefore)
  // Existing sessions were confirmed with the old address; the actor keeps their own session.
  if (emailMoved) await services.sessions.revokeAll(row.id, row.id === actor.id ? actor.session : undefined)
  const theirs = await roles.permissionsOf(row.id)
  return { item: presentDetails(row, await roles.roleOf(row.id), { actor, theirs }) }
})
