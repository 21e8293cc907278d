import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'panel',
  title: '%title%',
  description: '%description%',
  icon: 'Network',
  permissions: { requires: ['admin.settings.edit'] },
  contributes: {
    slots: [
      { slot: 'failure.help', module: 'failure-link', order: 10, permission: 'admin.settings.view' },
      { slot: 'admin.banner', module: 'demo-banner', order: 10 },
      { slot: 'settings.servers', module: 'test-connection', order: 10, permission: 'admin.settings.edit' },
    ],
  },
  modules: {
    'demo-banner': 'browser/demo-banner.tsx',
    'failure-link': 'browser/failure-link.tsx',
    'test-connection': 'browser/test-connection.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
