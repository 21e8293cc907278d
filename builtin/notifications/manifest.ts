import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'notifications',
  title: '%title%',
  description: '%description%',
  icon: 'Bell',
  dependencies: { users: '*' },
  contributes: {
    slots: [
      { slot: 'shell.topbar', module: 'bell', order: 60 },
      { slot: 'account.tabs', module: 'preferences', order: 60 },
    ],
  },
  modules: { bell: 'browser/bell.tsx', preferences: 'browser/preferences-tab.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
