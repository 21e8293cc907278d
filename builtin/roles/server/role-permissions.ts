import { type ServicesOf } from '@spawnpoint/sdk/common'
import {
  changePermissions,
  grantPermissions,
  listRolePermissions,
  revokePermissions,
  rolesChanged,
} from '@spawnpoint/contracts/roles'
import {
  answer,
  type Actor,
  EndpointFailure,
  type Queries,
  requireReauthentication,
  Database,
  Audit,
  Events,
  Sessions,
  Permissions,
  Jobs,
} from '@spawnpoint/sdk/server'
import { refreshMembers } from './refresh-members.ts'
import { exceeds, includesRoot, roleFailure } from './role-failure.ts'
import * as queries from './role-queries.ts'

export const permissionUses = {
  db: Database,
  audit: Audit,
  events: Events,
  sessions: Sessions,
  permissions: Permissions,
  jobs: Jobs,
}

type PermissionUses = ServicesOf<typeof permissionUses>

export const handleListRolePermissions = answer(
  listRolePermissions,
  permissionUses,
  async ({ actor, params, fail, db, permissions }) => {
    const role = await queries.findRole(db.orm, params.id)
    if (!role) throw fail('NOT_FOUND')
    const granted = new Set(await queries.listGranted(db.orm, role.id))
    // Two plugins may rely on one permission; it is still one line.
    const known = new Map(permissions.catalogue().map((entry) => [entry.value, entry]))
    return {
      role: { id: role.id, name: role.name, color: role.color },
      editable: !exceeds(actor.permissions, [...granted]),
      entries: [...known.values()].map(({ value, plugin, category, description }) => ({
        value,
        plugin,
        category,
        description,
        granted: granted.has(value),
        allowed: actor.can(value),
      })),
      strays: [...granted].filter((value) => !known.has(value)),
    }
  },
)

interface Change {
  readonly actor: Pick<Actor, 'permissions'>
  /** Whom the audit log names; null for the operator at the command line. */
  readonly by: string | null
  readonly ip?: string
  readonly role: string
  readonly grant: readonly string[]
  readonly revoke: readonly string[]
}

/** Exact values only: nobody gives or takes what they do not hold, nor touches a role that stands above them. */
async function checkChange(uses: PermissionUses, tx: Queries, change: Change): Promise<readonly string[]> {
  const { actor, role, grant, revoke } = change
  if (!(await queries.holdRole(tx, role))) throw new EndpointFailure('NOT_FOUND', 404)
  const known = new Set(uses.permissions.catalogue().map(({ value }) => value))
  const unknown = grant.find((value) => !known.has(value))
  if (unknown !== undefined) throw roleFailure('ROLES_UNKNOWN_PERMISSION', { permission: unknown })
  const touched = [...grant, ...revoke]
  if (includesRoot(touched)) await queries.lockAdministrators(tx)
  const before = await queries.listGranted(tx, role)
  if (exceeds(actor.permissions, [...touched, ...before])) throw roleFailure('ROLES_EXCEEDS_OWN')
  return before
}

/** Asked before the transaction: who reaches for more than their own is refused for that, not for a missing reauthentication. */
async function checkProof(
  { sessions }: PermissionUses,
  { actor, grant, revoke }: Pick<Change, 'grant' | 'revoke'> & { readonly actor: Actor },
) {
  if (!exceeds(actor.permissions, [...grant, ...revoke])) await requireReauthentication(sessions, actor)
}

/** Gives and takes permissions of a role. Throws `EndpointFailure` for what the actor may not. */
export async function writePermissions(uses: PermissionUses, change: Change) {
  return uses.db.orm.transaction(async (tx) => {
    const { by, ip, role, grant, revoke } = change
    const before = await checkChange(uses, tx, change)
    await queries.writeGrants(tx, role, [...new Set(grant)], true)
    await queries.writeGrants(
      tx,
      role,
      revoke.filter((value) => before.includes(value) && !grant.includes(value)),
      false,
    )
    const after = await queries.listGranted(tx, role)
    if (includesRoot(before) && !includesRoot(after) && !(await queries.hasAdministrator(tx)))
      throw roleFailure('ROLES_LAST_ADMINISTRATOR')
    await refreshMembers(uses, tx, role)
    await uses.events.emit(tx, rolesChanged, { role })
    await uses.audit.write(tx, {
      actor: by,
      action: 'roles:permissions_changed',
      target: role,
      ...(ip !== undefined && { ip }),
      before: { permissions: before },
      after: { permissions: after },
    })
    return { granted: after }
  })
}

async function applyChange(
  uses: PermissionUses,
  change: Omit<Change, 'by'> & { readonly actor: Actor },
): Promise<{ granted: string[] }> {
  await checkProof(uses, change)
  return writePermissions(uses, { ...change, by: change.actor.id })
}

export const handleGrantPermissions = answer(
  grantPermissions,
  permissionUses,
  ({ actor, ip, params, body, ...uses }) =>
    applyChange(uses, { actor, ip, role: params.id, grant: body.permissions, revoke: [] }),
)

export const handleChangePermissions = answer(
  changePermissions,
  permissionUses,
  ({ actor, ip, params, body, ...uses }) => applyChange(uses, { actor, ip, role: params.id, ...body }),
)

export const handleRevokePermissions = answer(
  revokePermissions,
  permissionUses,
  ({ actor, ip, params, body, ...uses }) =>
    applyChange(uses, { actor, ip, role: params.id, grant: [], revoke: body.permissions }),
)
