import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'store',
  title: '%title%',
  description: '%description%',
  icon: 'ShoppingCart',
  dependencies: { coins: '*', servers: '*' },
  flags: ['store_enabled'],
  contributes: {
    routes: [
      {
        id: 'store',
        path: '/store',
        rule: 'SCR23',
        area: 'user',
        flag: 'store_enabled',
        module: 'store-page',
        title: '%page.title%',
      },
    ],
    nav: [{ area: 'user', route: 'store', label: '%nav%', icon: 'ShoppingCart', group: 'coins', order: 10 }],
    slots: [
      { slot: 'coins.uses', module: 'store-link', order: 10, flag: 'store_enabled' },
      { slot: 'settings.billing', module: 'item-pictures', order: 10 },
    ],
    commands: [{ id: 'open-store', title: '%nav%', route: 'store' }],
  },
  modules: {
    'item-pictures': 'browser/item-pictures.tsx',
    'store-link': 'browser/store-link.tsx',
    'store-page': 'browser/store-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
