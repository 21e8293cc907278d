import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'coins',
  title: '%title%',
  description: '%description%',
  icon: 'Coins',
  dependencies: { users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_COINS_EDIT',
        value: 'admin.coins.edit',
        category: 'Admin Coins',
        description: 'Adjust and restore the coins of users',
      },
      {
        constant: 'ADMIN_ECONOMY_VIEW',
        value: 'admin.economy.view',
        category: 'Admin Coins',
        description: 'View where coins come from and go to, and the largest balances',
      },
    ],
    requires: ['admin.users.list', 'admin.users.edit', 'admin.plugins.list'],
  },
  contributes: {
    adminPages: [
      {
        id: 'economy',
        path: '/mc-admin/economy',
        rule: 'SCR112',
        area: 'admin',
        permission: 'admin.economy.view',
        module: 'economy',
        title: '%economy%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'economy',
        label: '%economy%',
        icon: 'Activity',
        group: 'management',
        order: 40,
      },
    ],
    commands: [{ id: 'open-economy', title: '%economy%', route: 'economy' }],
    slots: [
      { slot: 'shell.topbar', module: 'balance', order: 50 },
      { slot: 'account.tabs', module: 'statement-tab', order: 40 },
      { slot: 'admin.user.tabs', module: 'user-coins-tab', order: 20 },
      { slot: 'plugins.consent', module: 'plugin-consent', permission: 'admin.plugins.list' },
      { slot: 'plugins.page', module: 'plugin-budget', permission: 'admin.plugins.list' },
      {
        slot: 'admin.home.figures',
        module: 'home-figures',
        order: 30,
        permission: 'admin.dashboard.components.ataglanceanalytics.view',
      },
    ],
  },
  modules: {
    balance: 'browser/balance.tsx',
    'statement-tab': 'browser/statement-tab.tsx',
    'user-coins-tab': 'browser/user-coins-tab.tsx',
    'home-figures': 'browser/home-figures.tsx',
    economy: 'browser/economy-page.tsx',
    'plugin-consent': 'browser/plugin-consent.tsx',
    'plugin-budget': 'browser/plugin-budget.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
