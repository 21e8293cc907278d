import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'coins',
  title: 'Coins',
  description: 'The ledger of all coins: balances, statements and adjustments.',
  icon: 'Coins',
  permissions: { requires: ['admin.users.edit'] },
  contributes: {
    slots: [
      { slot: 'account.tabs', module: 'statement-tab', order: 40 },
      { slot: 'admin.user.tabs', module: 'user-coins-tab', order: 20, permission: 'admin.users.edit' },
    ],
  },
  modules: {
    'statement-tab': 'browser/statement-tab.tsx',
    'user-coins-tab': 'browser/user-coins-tab.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
