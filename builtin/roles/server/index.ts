import { Roles } from '@spawnpoint/contracts/roles'
import {
  Audit,
  Database,
  defineServerPart,
  Events,
  Jobs,
  Permissions,
  PermissionSource,
  Sessions,
} from '@spawnpoint/sdk/server'
import { createRoles } from './create-roles.ts'
import { dropGrantsOfRemoved } from './drop-grants.ts'
import { createRefreshMembers } from './refresh-members.ts'
import { serveRolePermissions } from './serve-role-permissions.ts'
import { serveRoles } from './serve-roles.ts'

export default defineServerPart({
  uses: {
    db: Database,
    audit: Audit,
    events: Events,
    sessions: Sessions,
    permissions: Permissions,
    jobs: Jobs,
  },
  provides: Roles,
  alsoProvides: [PermissionSource],
  setup(services, host) {
    const refreshMembers = createRefreshMembers({ ...services, host })
    const uses = { ...services, host, refreshMembers }
    dropGrantsOfRemoved(uses)
    serveRoles(uses)
    serveRolePermissions(uses)
    return createRoles(services)
  },
})
