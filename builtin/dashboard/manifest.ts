import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'dashboard',
  title: '%title%',
  description: '%description%',
  icon: 'Home',
  removable: false,
  contributes: {
    routes: [
      {
        id: 'dashboard',
        path: '/dashboard',
        rule: 'SCR14',
        area: 'user',
        module: 'page',
        title: '%title%',
        wellKnown: 'home',
      },
    ],
    nav: [
      {
        area: 'user',
        route: 'dashboard',
        label: '%title%',
        icon: 'Home',
        group: 'main',
        order: 0,
        under: ['/server'],
      },
    ],
    commands: [{ id: 'open-dashboard', title: '%title%', route: 'dashboard' }],
  },
  modules: { page: 'browser/dashboard-page.tsx' },
})
