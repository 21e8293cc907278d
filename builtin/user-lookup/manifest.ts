import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'user-lookup',
  title: '%title%',
  description: '%description%',
  icon: 'Search',
  dependencies: { users: '*', profiles: '*' },
  contributes: {
    routes: [
      { id: 'lookup', path: '/lookup', rule: 'SCR28', area: 'user', module: 'lookup-page', title: '%title%' },
    ],
    nav: [{ area: 'user', route: 'lookup', label: '%title%', icon: 'Search', group: 'community', order: 20 }],
    commands: [{ id: 'open-lookup', title: '%title%', route: 'lookup' }],
  },
  modules: { 'lookup-page': 'browser/lookup-page.tsx' },
  server: 'server/index.ts',
})
