import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'profiles',
  title: '%title%',
  description: '%description%',
  icon: 'User',
  dependencies: { users: '*', roles: '*' },
  flags: ['allow_public_profiles'],
  contributes: {
    routes: [
      {
        id: 'profile',
        path: '/profile/:uuid',
        rule: 'SCR26',
        area: 'user',
        flag: 'allow_public_profiles',
        module: 'profile-page',
        title: '%page.title%',
      },
    ],
    slots: [{ slot: 'account.tabs', module: 'privacy-tab', order: 10, flag: 'allow_public_profiles' }],
  },
  modules: { 'profile-page': 'browser/profile-page.tsx', 'privacy-tab': 'browser/privacy-tab.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
