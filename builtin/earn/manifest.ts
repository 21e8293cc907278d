import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'earn',
  title: '%title%',
  description: '%description%',
  icon: 'Gift',
  dependencies: { coins: '*', 'redeem-codes': '*' },
  flags: ['code_redemption_enabled'],
  contributes: {
    routes: [
      {
        id: 'earn-redeem',
        path: '/earn/redeem',
        rule: 'SCR19',
        area: 'user',
        flag: 'code_redemption_enabled',
        module: 'redeem-page',
        title: '%redeem.title%',
      },
    ],
    nav: [
      { area: 'user', route: 'earn-redeem', label: '%nav.redeem%', icon: 'Gift', group: 'coins', order: 20 },
    ],
    commands: [{ id: 'redeem', title: '%nav.redeem%', route: 'earn-redeem' }],
  },
  modules: { 'redeem-page': 'browser/redeem-page.tsx' },
  server: 'server/index.ts',
})
