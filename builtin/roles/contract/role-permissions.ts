import type { PermissionEntry } from '@spawnpoint/sdk/common'

const entry = (constant: string, value: string, category: string, description: string): PermissionEntry => ({
  constant,
  value,
  category,
  description,
})

/** Permissions that this plugin defines. */
export const rolePermissions: readonly PermissionEntry[] = [
  entry('ADMIN_ROOT', 'admin.root', 'Admin Root', 'Everything'),
  entry(
    'ADMIN_PERMISSIONS_CREATE',
    'admin.permissions.create',
    'Admin Permissions',
    'Give permissions to roles',
  ),
  entry(
    'ADMIN_PERMISSIONS_EDIT',
    'admin.permissions.edit',
    'Admin Permissions',
    'Change the permissions of roles',
  ),
  entry(
    'ADMIN_PERMISSIONS_DELETE',
    'admin.permissions.delete',
    'Admin Permissions',
    'Take permissions from roles',
  ),
  entry(
    'ADMIN_PERMISSIONS_LIST',
    'admin.permissions.list',
    'Admin Permissions',
    'List the permissions of roles',
  ),
  entry('USER_PERMISSION_VIP', 'user.permission.vip', 'VIP', 'Create servers on VIP eggs and locations'),
  entry(
    'USER_PERMISSION_BYPASS_ADBLOCKER',
    'user.permission.adblocker',
    'Adblocker',
    'Not stopped by the anti-adblock check',
  ),
  entry(
    'USER_PERMISSION_BYPASS_ALTING',
    'user.permission.alt',
    'AntiAlting',
    'Not stopped by the alt-account check',
  ),
  entry('USER_PERMISSION_BYPASS_VPN', 'user.permission.vpn', 'AntiVPN', 'Not stopped by the VPN check'),
]
