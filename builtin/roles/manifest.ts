import { defineBuiltin } from '@spawnpoint/sdk/common'
import { rolePermissions } from './contract/role-permissions.ts'
import { roles } from './resource.ts'

export default defineBuiltin({
  id: 'roles',
  title: '%title%',
  description: '%description%',
  icon: 'Shield',
  removable: false,
  permissions: { defines: rolePermissions },
  resources: [{ resource: roles, view: 'browser/role-view.tsx' }],
  contributes: {
    adminPages: [
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
  modules: { permissions: 'browser/permissions-page.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
