export { CORE_ROLES } from './core-roles.ts'
export {
  changePermissions,
  grantPermissions,
  listRolePermissions,
  revokePermissions,
  roleAssigned,
  roleEndpoints,
  roles,
  rolesChanged,
} from './roles.ts'
export { Roles, type Role, type RolesService } from './roles-service.ts'
