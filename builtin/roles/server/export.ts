import { exported, provideExports } from '@spawnpoint/sdk/server'
import { grant, member } from './tables.ts'

/** Permissions and members, which stand beside the rows of the resource. */
export const rolesExport = provideExports('roles', [
  {
    name: 'role-permissions',
    about: 'Permissions of each role.',
    version: 1,
    table: grant,
    key: [grant.roleId, grant.permission],
    columns: {
      roleId: exported(grant.roleId, 'Id in `roles`.'),
      permission: exported(grant.permission),
      granted: exported(grant.granted),
      updatedAt: exported(grant.updatedAt),
    },
  },
  {
    name: 'role-members',
    about: 'Users with another role than the default.',
    version: 1,
    table: member,
    key: [member.userId],
    personal: { rows: member.userId },
    columns: {
      userId: exported(member.userId, 'Id in `users`.'),
      roleId: exported(member.roleId, 'Id in `roles`.'),
      createdAt: exported(member.createdAt),
    },
  },
])
