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
    slots: [
      { slot: 'dashboard.steps', module: 'coins-step', order: 10, flag: 'code_redemption_enabled' },
      { slot: 'coins.sources', module: 'redeem-link', order: 10, flag: 'code_redemption_enabled' },
    ],
    commands: [{ id: 'redeem', title: '%nav.redeem%', route: 'earn-redeem' }],
  },
  modules: {
    'coins-step': 'browser/coins-step.tsx',
    'redeem-link': 'browser/redeem-link.tsx',
    'redeem-page': 'browser/redeem-page.tsx',
  },
  server: 'server/index.ts',
})
