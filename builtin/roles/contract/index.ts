export { CORE_ROLES } from './core-roles.ts'
export {
  changePermissions,
  grantPermissions,
  listRolePermissions,
  revokePermissions,
  roleAssigned,
  roleEndpoints,
  rolesChanged,
} from './roles.ts'
export { roles } from '../resource.ts'
export { Roles, type Role, type RolesService } from './roles-service.ts'
