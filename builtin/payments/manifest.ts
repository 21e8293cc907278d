import { defineBuiltin } from '@spawnpoint/sdk/common'

const list = 'admin.payments.list'

export default defineBuiltin({
  id: 'payments',
  title: '%title%',
  description: '%description%',
  icon: 'CreditCard',
  dependencies: { coins: '*', users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_PAYMENTS_LIST',
        value: list,
        category: 'Admin Payments',
        description: 'View payments, their timelines and receipts',
      },
      {
        constant: 'ADMIN_PAYMENTS_REFUND',
        value: 'admin.payments.refund',
        category: 'Admin Payments',
        description: 'Refund payments',
      },
    ],
    requires: ['admin.settings.view', 'admin.settings.edit'],
  },
  flags: ['credits_recharge_enabled'],
  contributes: {
    routes: [
      {
        id: 'add-credits',
        path: '/store/add-credits',
        rule: 'SCR24',
        area: 'user',
        flag: 'credits_recharge_enabled',
        module: 'add-credits-page',
        title: '%page.title%',
      },
      {
        id: 'payment',
        path: '/store/payments/:id',
        rule: 'SCR117',
        area: 'user',
        module: 'payment-page',
        title: '%payment.title%',
      },
      {
        id: 'receipt',
        path: '/store/receipts/:id',
        rule: 'SCR118',
        area: 'user',
        module: 'receipt-page',
        title: '%receipt.title%',
      },
    ],
    adminPages: [
      {
        id: 'staff-payments',
        path: '/mc-admin/payments',
        rule: 'SCR119',
        area: 'admin',
        permission: list,
        module: 'staff-payments-page',
        title: '%title%',
      },
      {
        id: 'staff-payment',
        path: '/mc-admin/payments/:id',
        rule: 'SCR120',
        area: 'admin',
        permission: list,
        module: 'staff-payment-page',
        title: '%payment.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'staff-payments',
        label: '%title%',
        icon: 'CreditCard',
        group: 'management',
        order: 42,
      },
      {
        area: 'user',
        route: 'add-credits',
        under: ['/store/payments', '/store/receipts'],
        label: '%page.title%',
        icon: 'CreditCard',
        group: 'coins',
        order: 15,
      },
    ],
    slots: [
      { slot: 'coins.sources', module: 'owed-notice', order: 0 },
      { slot: 'coins.sources', module: 'add-credits-link', order: 5, flag: 'credits_recharge_enabled' },
      { slot: 'admin.home.attention', module: 'home-attention', order: 30, permission: list },
      { slot: 'account.tabs', module: 'payments-tab', order: 42 },
      { slot: 'settings.billing', module: 'packages-setting', order: 20 },
      { slot: 'settings.billing', module: 'taxes-setting', order: 21 },
    ],
    commands: [
      { id: 'add-credits', title: '%page.title%', route: 'add-credits' },
      { id: 'open-payments', title: '%title%', route: 'staff-payments' },
    ],
  },
  modules: {
    'add-credits-page': 'browser/add-credits-page.tsx',
    'add-credits-link': 'browser/add-credits-link.tsx',
    'owed-notice': 'browser/owed-notice.tsx',
    'payment-page': 'browser/payment-page.tsx',
    'payments-tab': 'browser/payments-tab.tsx',
    'packages-setting': 'browser/packages-setting.tsx',
    'taxes-setting': 'browser/taxes-setting.tsx',
    'home-attention': 'browser/home-attention.tsx',
    'staff-payments-page': 'browser/staff-payments-page.tsx',
    'staff-payment-page': 'browser/staff-payment-page.tsx',
    'receipt-page': 'browser/receipt-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
