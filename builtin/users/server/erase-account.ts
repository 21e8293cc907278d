import { CORE_ROLES, type RolesService } from '@spawnpoint/contracts/roles'
import { userErased, type UsersService } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import type { AuditService, ClockService, EventsService, SessionsService } from '@spawnpoint/sdk/server'
import { changeAccount, lockAccount } from './account-queries.ts'

/** Says nothing of the person; unique, because the id is. */
export const pseudonymOf = (id: string) => `deleted-${id.replaceAll('-', '')}`

/** The role goes first: the last administrator cannot be erased, and the refusal must leave everything as it was. */
export const eraseAccount =
  (uses: {
    roles: RolesService
    sessions: SessionsService
    events: EventsService
    clock: ClockService
    audit: AuditService
  }): UsersService['erase'] =>
  async (tx, id) => {
    const { roles, sessions, events, clock, audit } = uses
    if (!(await lockAccount(tx, id))) return
    await roles.assign(tx, { user: id, role: CORE_ROLES.default, actor: { permissions: [ROOT_PERMISSION] } })
    await changeAccount(tx, id, {
      username: pseudonymOf(id),
      email: `${pseudonymOf(id)}@deleted.invalid`,
      firstName: '',
      lastName: '',
      avatar: null,
      avatarHidden: false,
      verifiedAt: null,
      firstIp: '',
      lastIp: '',
      bannedReason: null,
      roleId: null,
      preferences: {},
      supportPinHash: null,
      supportPinSealed: null,
      supportPinExpiresAt: null,
      deletedAt: clock.now(),
    })
    await sessions.remove(tx, id)
    await audit.forget(tx, id)
    await events.emit(tx, userErased, { id })
  }
