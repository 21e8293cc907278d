import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'gifts',
  title: '%title%',
  description: '%description%',
  icon: 'Gift',
  dependencies: { coins: '*', users: '*' },
  flags: ['allow_coins_sharing'],
  contributes: {
    routes: [
      {
        id: 'gift-coins',
        path: '/profile/:uuid/gift-coins',
        rule: 'SCR27',
        area: 'user',
        flag: 'allow_coins_sharing',
        module: 'gift-page',
        title: '%page.title%',
      },
    ],
  },
  modules: { 'gift-page': 'browser/gift-page.tsx' },
  server: 'server/index.ts',
})
