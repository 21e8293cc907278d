import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'avatars',
  title: '%title%',
  description: '%description%',
  icon: 'User',
  dependencies: { users: '*', roles: '*', pictures: '*', account: '*' },
  permissions: { requires: ['admin.users.edit'] },
  flags: ['avatars_enabled', 'backgrounds_enabled'],
  contributes: {
    slots: [
      { slot: 'account.profile', module: 'avatar-card', order: 10 },
      { slot: 'account.profile', module: 'background-card', order: 15 },
      {
        slot: 'customize.background',
        module: 'background-link',
        order: 10,
        flag: 'backgrounds_enabled',
      },
      { slot: 'admin.user.profile', module: 'user-avatar-card', order: 10, permission: 'admin.users.edit' },
    ],
  },
  modules: {
    'avatar-card': 'browser/avatar-card.tsx',
    'background-card': 'browser/background-card.tsx',
    'background-link': 'browser/background-link.tsx',
    'user-avatar-card': 'browser/user-avatar-card.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
