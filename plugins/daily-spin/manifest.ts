import { defineManifest } from '@spawnpoint/sdk/common'

const coins = (initial: number) => ({ type: 'integer', minimum: 1, maximum: 1_000_000, default: initial })
const odds = (initial: number) => ({ type: 'integer', minimum: 0, maximum: 1_000, default: initial })

// Odds are weights: the chance of a prize is its share of their sum.
export default defineManifest({
  id: 'daily-spin',
  version: '1.0.0',
  title: '%title%',
  description: 'A wheel with coins to win: one free spin a day, more for coins.',
  publisher: 'Spawnpoint',
  license: 'MIT',
  icon: 'Gift',
  engines: { shell: '>=0.1.0', sdk: '>=0.1.0' },
  dependencies: { coins: '*' },
  capabilities: [
    'server.http',
    'server.db',
    'server.jobs',
    'server.hooks',
    'server.events:users:created',
    'server.services:coins.wallet',
    'server.services:users.names',
    'session.profile',
    'hooks.access-check',
    'notify',
  ],
  permissions: {
    defines: [
      {
        constant: 'DAILY_SPIN_VIEW',
        value: 'plugin.daily-spin.view',
        category: 'Daily spin',
        description: 'See all spins and what they paid',
      },
    ],
    requires: [],
  },
  modules: {
    page: 'browser/page.tsx',
    boot: 'browser/boot.ts',
    spins: 'browser/spins-page.tsx',
    reminder: 'browser/reminder.tsx',
    widget: 'browser/widget.tsx',
  },
  contributes: {
    routes: [{ id: 'daily-spin', path: '/p/daily-spin', area: 'user', module: 'page', title: '%title%' }],
    adminPages: [
      {
        id: 'daily-spin-spins',
        path: '/mc-admin/x/daily-spin',
        area: 'admin',
        permission: 'plugin.daily-spin.view',
        module: 'spins',
        title: '%admin.title%',
      },
    ],
    nav: [
      { area: 'user', route: 'daily-spin', label: '%title%', icon: 'Gift', order: 920 },
      { area: 'admin', route: 'daily-spin-spins', label: '%admin.title%', icon: 'Gift', order: 920 },
    ],
    slots: [{ slot: 'dashboard.before', module: 'reminder', order: 95 }],
    widgets: [{ id: 'daily-spin', module: 'widget', title: '%widget.title%', size: 'small', order: 95 }],
    commands: [{ id: 'open-daily-spin', title: '%open%', route: 'daily-spin' }],
  },
  settings: {
    type: 'object',
    additionalProperties: false,
    properties: {
      miss_odds: odds(40),
      small_coins: coins(5),
      small_odds: odds(40),
      medium_coins: coins(20),
      medium_odds: odds(17),
      jackpot_coins: coins(200),
      jackpot_odds: odds(3),
      price: coins(10),
      paid_per_day: { type: 'integer', minimum: 0, maximum: 50, default: 5 },
      keep_days: { type: 'integer', minimum: 2, maximum: 730, default: 90 },
    },
  },
  boot: 'boot',
  server: 'server/index.ts',
  migrations: 'server/migrations',
  locales: ['en', 'de'],
})
