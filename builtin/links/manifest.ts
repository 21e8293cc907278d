import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'links',
  title: '%title%',
  description: '%description%',
  icon: 'Link',
  dependencies: { coins: '*', users: '*' },
  flags: ['l4r_enabled'],
  contributes: {
    routes: [
      {
        id: 'links',
        path: '/earn/links',
        rule: 'SCR22',
        area: 'user',
        flag: 'l4r_enabled',
        module: 'links-page',
        title: '%page.title%',
      },
    ],
    nav: [{ area: 'user', route: 'links', label: '%page.title%', icon: 'Link', group: 'coins', order: 35 }],
    commands: [{ id: 'links', title: '%page.title%', route: 'links' }],
  },
  modules: { 'links-page': 'browser/links-page.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
