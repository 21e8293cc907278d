import { defineBuiltin } from '@spawnpoint/sdk/common'

const list = 'admin.earning.holds.list'

export default defineBuiltin({
  id: 'anti-abuse',
  title: '%title%',
  description: '%description%',
  icon: 'ShieldCheck',
  dependencies: { auth: '*', coins: '*', users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_EARNING_HOLDS_LIST',
        value: list,
        category: 'Admin Earning Holds',
        description: 'View held earnings, their evidence and appeals',
      },
      {
        constant: 'ADMIN_EARNING_HOLDS_DECIDE',
        value: 'admin.earning.holds.decide',
        category: 'Admin Earning Holds',
        description: 'Pay out or cancel held earnings',
      },
      {
        constant: 'ADMIN_EARNING_HOLDS_NETWORKS',
        value: 'admin.earning.holds.networks',
        category: 'Admin Earning Holds',
        description: 'Change the list of VPN and proxy networks',
      },
    ],
    requires: ['admin.users.list', 'user.permission.adblocker', 'user.permission.alt', 'user.permission.vpn'],
  },
  contributes: {
    adminPages: [
      {
        id: 'earning-holds',
        path: '/mc-admin/earning-holds',
        rule: 'SCR113',
        area: 'admin',
        permission: list,
        module: 'holds-page',
        title: '%page.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'earning-holds',
        label: '%page.title%',
        icon: 'ShieldCheck',
        group: 'management',
        order: 45,
      },
    ],
    commands: [{ id: 'open-earning-holds', title: '%page.title%', route: 'earning-holds' }],
    slots: [
      { slot: 'earn.after', module: 'earning-notes', order: 10 },
      { slot: 'account.tabs', module: 'held-tab', order: 45 },
      { slot: 'admin.user.tabs', module: 'related-tab', order: 62, permission: 'admin.users.list' },
      { slot: 'admin.home.attention', module: 'home-attention', order: 50, permission: list },
    ],
  },
  modules: {
    'holds-page': 'browser/holds-page.tsx',
    'earning-notes': 'browser/earning-notes.tsx',
    'held-tab': 'browser/held-tab.tsx',
    'home-attention': 'browser/home-attention.tsx',
    'related-tab': 'browser/related-tab.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
