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
      { slot: 'shell.notice', module: 'bounce-notice', order: 10, flag: 'smtp_enabled' },
      { slot: 'settings.mail', module: 'test-email', order: 10, permission: 'admin.settings.edit' },
      {
        slot: 'admin.user.tabs',
        module: 'user-emails',
        order: 30,
        permission: 'admin.users.edit',
        flag: 'smtp_enabled',
      },
    ],
  },
  modules: {
    'user-emails': 'browser/user-emails-tab.tsx',
    'test-email': 'browser/test-email.tsx',
    'bounce-notice': 'browser/bounce-notice.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
