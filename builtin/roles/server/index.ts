import { Roles } from '@spawnpoint/contracts/roles'
import {
  Audit,
  Database,
  definePluginServer,
  Events,
  PermissionSource,
  provide,
  Sessions,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { rolesExport } from './export.ts'
import { createRoles } from './create-roles.ts'
import { dropGrantsOfRemoved } from './drop-grants.ts'
import { refreshMembersJob } from './refresh-members.ts'
import {
  handleChangePermissions,
  handleGrantPermissions,
  handleListRolePermissions,
  handleRevokePermissions,
} from './role-permissions.ts'
import { servedRoles } from './served-roles.ts'

export default definePluginServer(manifest, {
  provides: [
    rolesExport,
    provide(Roles, { db: Database, audit: Audit, events: Events, sessions: Sessions }, createRoles),
    provide(PermissionSource, { roles: Roles }, ({ roles }) => roles),
  ],
  resources: [servedRoles],
  endpoints: [
    handleListRolePermissions,
    handleGrantPermissions,
    handleChangePermissions,
    handleRevokePermissions,
  ],
  jobs: [refreshMembersJob],
  listeners: [dropGrantsOfRemoved],
})
