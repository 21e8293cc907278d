import type { RolesService } from '@spawnpoint/contracts/roles'
import { updateUser, userBanned } from '@spawnpoint/contracts/users'
import {
  answer,
  type AuditService,
  type ClockService,
  type DatabaseService,
  type EventsService,
  type HandlerInput,
  type Queries,
  requireProof,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { changeAccount, lockAccount } from './account-queries.ts'
import { mayActOn, presentDetails } from './present-user.ts'
import { account, type Account } from './tables.ts'
import { refuseTaken } from './taken-failure.ts'

export interface UpdateUses {
  readonly db: DatabaseService
  readonly roles: RolesService
  readonly audit: AuditService
  readonly events: EventsService
  readonly sessions: SessionsService
  readonly clock: ClockService
}

type Input = HandlerInput<typeof updateUser>

/** The columns behind what was asked; listed one by one, so that no other column can be meant. */
const columnsFor = ({ body }: Input, before: Account, now: Date): Partial<typeof account.$inferInsert> => {
  const moved = body.email !== undefined && body.email.toLowerCase() !== before.email.toLowerCase()
  const verified = body.verified ?? (moved ? false : before.verifiedAt !== null)
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
  if (isMoved || body.email !== undefined) await requireProof(sessions, actor)
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
    if (body.role !== undefined) await roles.assign(tx, { user: before.id, role: body.role, actor })
    const after = await refuseTaken(changeAccount(tx, before.id, columnsFor(input, before, clock.now())))
    if (!after) throw fail('NOT_FOUND')
    await applyBan(uses, tx, before, after)
    await sessions.changed(tx, after.id)
    await audit.write(tx, {
      actor: actor.id,
      action: 'users:updated',
      target: after.id,
      ip,
      before: facts(before, roleBefore),
      after: facts(after, body.role ?? roleBefore),
    })
    return after
  })

export const handleUpdateUser = (uses: UpdateUses) =>
  answer(updateUser, async (input) => {
    const { roles } = uses
    const { actor, params, fail } = input
    if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw fail('USERS_EXCEEDS_OWN')
    const roleBefore = (await roles.roleOf(params.id)).id
    await checkProof(uses, input, roleBefore)
    const row = await apply(uses, input, roleBefore)
    const theirs = await roles.permissionsOf(row.id)
    return { item: presentDetails(row, await roles.roleOf(row.id), { actor, theirs }) }
  })
