import { CORE_ROLES, type Role, type RolesService } from '@spawnpoint/contracts/roles'
import type { DatabaseService } from '@spawnpoint/sdk/server'
import { assignAdministrator, assignRole, keepAdministrator, type AssignUses } from './assign-role.ts'
import { findPermissions } from './find-permissions.ts'
import * as queries from './role-queries.ts'

const getDefaultRole = async (db: DatabaseService): Promise<Role> => {
  const role = await queries.findRole(db.orm, CORE_ROLES.default)
  if (!role) throw new Error('E_ROLES_NO_DEFAULT')
  return role
}

export function createRoles({ db, ...uses }: AssignUses & { readonly db: DatabaseService }): RolesService {
  const rolesOf: RolesService['rolesOf'] = async (users) => {
    if (users.length === 0) return new Map()
    const [fallback, given] = await Promise.all([getDefaultRole(db), queries.findGivenRoles(db.orm, users)])
    const byUser = new Map(given.map(({ user, ...role }) => [user, role]))
    return new Map(users.map((user) => [user, byUser.get(user) ?? fallback]))
  }
  return {
    permissionsOf: (user) => findPermissions(db, user),
    list: () => queries.listRoles(db.orm),
    rolesOf,
    roleOf: async (user) => (await rolesOf([user])).get(user) ?? getDefaultRole(db),
    assign: assignRole(uses),
    assignAdministrator: assignAdministrator(uses),
    administrators: (tx = db.orm) => queries.listAdministrators(tx),
    hasAdministrator: (tx = db.orm) => queries.hasAdministrator(tx),
    keepAdministrator,
  }
}
