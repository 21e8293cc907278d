import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'referrals',
  title: '%title%',
  description: '%description%',
  icon: 'UserPlus',
  dependencies: { auth: '*', coins: '*', users: '*' },
  flags: ['referrals_enabled'],
  contributes: {
    routes: [
      {
        id: 'referrals',
        path: '/earn/referrals',
        rule: 'SCR21',
        area: 'user',
        flag: 'referrals_enabled',
        module: 'referrals-page',
        title: '%page.title%',
      },
    ],
    nav: [
      {
        area: 'user',
        route: 'referrals',
        label: '%page.title%',
        icon: 'UserPlus',
        group: 'coins',
        order: 30,
      },
    ],
    slots: [{ slot: 'coins.sources', module: 'referrals-link', order: 20, flag: 'referrals_enabled' }],
    commands: [{ id: 'referrals', title: '%page.title%', route: 'referrals' }],
  },
  modules: {
    'referrals-link': 'browser/referrals-link.tsx',
    'referrals-page': 'browser/referrals-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
