import { defineBuiltin } from '@spawnpoint/sdk/common'
import { j4rServers } from './resource.ts'

export default defineBuiltin({
  id: 'j4r-servers',
  title: '%title%',
  description: '%description%',
  icon: 'UserPlus',
  dependencies: { coins: '*' },
  flags: ['j4r_enabled'],
  resources: [{ resource: j4rServers, view: 'browser/server-view.tsx' }],
  contributes: {
    routes: [
      {
        id: 'earn-j4r',
        path: '/earn/j4r',
        rule: 'SCR20',
        area: 'user',
        module: 'rewards-page',
        title: '%rewards.title%',
      },
    ],
    nav: [
      {
        area: 'user',
        route: 'earn-j4r',
        label: '%rewards.title%',
        icon: 'UserPlus',
        group: 'coins',
        order: 30,
        flag: 'j4r_enabled',
      },
    ],
    slots: [{ slot: 'coins.sources', module: 'rewards-link', order: 40, flag: 'j4r_enabled' }],
    commands: [{ id: 'open-j4r', title: '%rewards.title%', route: 'earn-j4r' }],
  },
  modules: { 'rewards-link': 'browser/rewards-link.tsx', 'rewards-page': 'browser/rewards-page.tsx' },
  customerMessages: true,
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
