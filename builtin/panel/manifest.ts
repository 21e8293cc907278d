import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'panel',
  title: '%title%',
  description: '%description%',
  icon: 'Network',
  permissions: { requires: ['admin.settings.edit'] },
  contributes: {
    slots: [
      { slot: 'admin.banner', module: 'demo-banner', order: 10 },
      { slot: 'settings.servers', module: 'test-connection', order: 10, permission: 'admin.settings.edit' },
    ],
  },
  modules: { 'demo-banner': 'browser/demo-banner.tsx', 'test-connection': 'browser/test-connection.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
