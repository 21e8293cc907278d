import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'account',
  title: '%title%',
  description: '%description%',
  icon: 'User',
  removable: false,
  dependencies: { auth: '*', users: '*', roles: '*' },
  modules: { page: 'browser/account-page.tsx', 'language-saver': 'browser/language-saver.tsx' },
  contributes: {
    routes: [
      { id: 'account', path: '/account', rule: 'SCR16', area: 'user', module: 'page', title: '%title%' },
    ],
    nav: [{ area: 'account', route: 'account', label: '%title%', icon: 'User', order: 10 }],
    slots: [{ slot: 'shell.overlay', module: 'language-saver', order: 5 }],
    commands: [{ id: 'open-account', title: '%open%', route: 'account' }],
  },
  server: 'server/index.ts',
})
