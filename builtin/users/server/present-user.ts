import type { Role } from '@spawnpoint/contracts/roles'
import { holds } from '@spawnpoint/sdk/common'
import type { Actor } from '@spawnpoint/sdk/server'
import type { Account } from './tables.ts'

/** May `actor` act on somebody who holds `theirs`? Only on whom they do not fall short of. */
export const mayActOn = (actor: Pick<Actor, 'permissions'>, theirs: readonly string[]): boolean =>
  theirs.every((permission) => holds(actor.permissions, permission))

export const presentUser = (row: Account, { id, name, color }: Role) => ({
  id: row.id,
  username: row.username,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  avatar: row.avatar,
  verified: row.verifiedAt !== null,
  banned: row.bannedReason !== null,
  role: { id, name, color },
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})

export const presentDetails = (
  row: Account,
  role: Role,
  { actor, theirs }: { actor: Actor; theirs: readonly string[] },
) => ({
  ...presentUser(row, role),
  version: row.version,
  bannedReason: row.bannedReason ?? '',
  firstIp: row.firstIp,
  lastIp: row.lastIp,
  self: row.id === actor.id,
  editable: mayActOn(actor, theirs),
})
