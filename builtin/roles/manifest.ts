import { defineBuiltin, resourceManifest } from '@spawnpoint/sdk/common'
import { roles } from './contract/index.ts'
import { reservedPermissions } from './contract/reserved-permissions.ts'
import { rolePermissions } from './contract/role-permissions.ts'

const { contributes, modules } = resourceManifest(roles, {
  list: 'SCR75',
  create: 'SCR76',
  edit: 'SCR77',
  delete: 'SCR78',
})

export default defineBuiltin({
  id: 'roles',
  title: '%title%',
  description: '%description%',
  icon: 'Shield',
  removable: false,
  permissions: { defines: [...rolePermissions, ...reservedPermissions] },
  contributes: {
    ...contributes,
    adminPages: [
      ...(contributes.adminPages ?? []),
      {
        id: 'roles-permissions',
        path: '/mc-admin/roles/:id/permissions',
        rule: 'SCR110',
        area: 'admin',
        permission: 'admin.permissions.list',
        module: 'permissions',
        title: '%pages.permissions.title%',
      },
    ],
  },
  modules: { ...modules, permissions: 'browser/permissions-page.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
