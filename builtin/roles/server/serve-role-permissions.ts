import {
  changePermissions,
  grantPermissions,
  listRolePermissions,
  revokePermissions,
} from '@spawnpoint/contracts/roles'
import type { ServerHost } from '@spawnpoint/sdk/server'
import {
  handleChangePermissions,
  handleGrantPermissions,
  handleListRolePermissions,
  handleRevokePermissions,
} from './role-permissions.ts'

type Uses = Parameters<typeof handleListRolePermissions>[0] &
  Parameters<typeof handleGrantPermissions>[0] &
  Parameters<typeof handleChangePermissions>[0] &
  Parameters<typeof handleRevokePermissions>[0]

/** Endpoints of the role permissions page. */
export function serveRolePermissions(uses: Uses & { readonly host: ServerHost }): void {
  const { host } = uses
  host.endpoint(listRolePermissions, handleListRolePermissions(uses))
  host.endpoint(grantPermissions, handleGrantPermissions(uses))
  host.endpoint(changePermissions, handleChangePermissions(uses))
  host.endpoint(revokePermissions, handleRevokePermissions(uses))
}
