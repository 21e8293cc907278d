import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'afk',
  title: '%title%',
  description: '%description%',
  icon: 'Clock',
  dependencies: { coins: '*', users: '*' },
  flags: ['afk_enabled'],
  contributes: {
    routes: [
      {
        id: 'afk',
        path: '/earn/afk',
        rule: 'SCR18',
        area: 'user',
        flag: 'afk_enabled',
        module: 'afk-page',
        title: '%page.title%',
      },
    ],
    nav: [{ area: 'user', route: 'afk', label: '%page.title%', icon: 'Clock', group: 'coins', order: 15 }],
    slots: [{ slot: 'coins.sources', module: 'afk-link', order: 5, flag: 'afk_enabled' }],
    commands: [{ id: 'afk', title: '%page.title%', route: 'afk' }],
  },
  modules: {
    'afk-link': 'browser/afk-link.tsx',
    'afk-page': 'browser/afk-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
