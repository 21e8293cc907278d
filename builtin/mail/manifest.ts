import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'mail',
  title: '%title%',
  description: '%description%',
  icon: 'Mail',
  dependencies: { users: '*', roles: '*' },
  permissions: { requires: ['admin.settings.edit', 'admin.users.edit'] },
  flags: ['smtp_enabled'],
  contributes: {
    slots: [
      {
        slot: 'admin.user.tabs',
        module: 'user-letters',
        order: 30,
        permission: 'admin.users.edit',
        flag: 'smtp_enabled',
      },
    ],
  },
  modules: { 'user-letters': 'browser/user-letters-tab.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
