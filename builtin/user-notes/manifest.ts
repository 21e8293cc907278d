import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'user-notes',
  title: '%title%',
  description: '%description%',
  icon: 'FileText',
  dependencies: { users: '*' },
  permissions: { requires: ['admin.users.list', 'admin.users.edit'] },
  contributes: {
    slots: [{ slot: 'admin.user.tabs', module: 'notes-tab', order: 60, permission: 'admin.users.list' }],
  },
  modules: { 'notes-tab': 'browser/notes-tab.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
