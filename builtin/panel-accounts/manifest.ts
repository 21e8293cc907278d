import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'panel-accounts',
  title: '%title%',
  description: '%description%',
  icon: 'Link',
  dependencies: { panel: '*', users: '*' },
  permissions: { requires: ['admin.users.edit'] },
  contributes: {
    slots: [
      { slot: 'account.tabs', module: 'own-tab', order: 44 },
      { slot: 'admin.user.tabs', module: 'user-tab', order: 14, permission: 'admin.users.edit' },
    ],
  },
  modules: { 'own-tab': 'browser/own-tab.tsx', 'user-tab': 'browser/user-tab.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
