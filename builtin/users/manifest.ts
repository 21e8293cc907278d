import { defineBuiltin } from '@spawnpoint/sdk/common'

const page = (action: 'list' | 'edit' | 'delete', path: string, rule: string) =>
  ({
    id: `users-${action}`,
    path,
    rule,
    area: 'admin',
    permission: `admin.users.${action}`,
    module: action,
    title: `%pages.${action}.title%`,
  }) as const

const permission = (action: string, description: string) => ({
  constant: `ADMIN_USERS_${action.toUpperCase()}`,
  value: `admin.users.${action}`,
  category: 'Admin Users',
  description,
})

export default defineBuiltin({
  id: 'users',
  title: '%title%',
  description: '%description%',
  icon: 'Users',
  removable: false,
  permissions: {
    defines: [
      permission('edit', 'Edit and ban users'),
      permission('email', 'Change email addresses of users and mark them as verified'),
      permission('delete', 'Delete users'),
      permission('list', 'List users'),
    ],
  },
  contributes: {
    slots: [
      { slot: 'palette.results', module: 'user-results', order: 10, permission: 'admin.users.list' },
      { slot: 'admin.home.figures', module: 'home-figures', order: 10, permission: 'admin.users.list' },
    ],
    adminPages: [
      page('list', '/mc-admin/users', 'SCR83'),
      page('edit', '/mc-admin/users/:id/edit', 'SCR84'),
      page('delete', '/mc-admin/users/:id/delete', 'SCR85'),
    ],
    nav: [
      { area: 'admin', route: 'users-list', label: '%nav%', icon: 'Users', group: 'management', order: 10 },
    ],
  },
  modules: {
    'user-results': 'browser/user-results.tsx',
    'home-figures': 'browser/home-figures.tsx',
    list: 'browser/list-page.tsx',
    edit: 'browser/edit-page.tsx',
    delete: 'browser/delete-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
