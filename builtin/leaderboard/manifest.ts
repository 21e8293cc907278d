import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'leaderboard',
  title: '%title%',
  description: '%description%',
  icon: 'Trophy',
  dependencies: { users: '*' },
  flags: ['leaderboard_enabled'],
  contributes: {
    routes: [
      {
        id: 'leaderboard',
        path: '/leaderboard',
        rule: 'SCR25',
        area: 'user',
        flag: 'leaderboard_enabled',
        module: 'leaderboard-page',
        title: '%title%',
      },
    ],
    nav: [
      { area: 'user', route: 'leaderboard', label: '%title%', icon: 'Trophy', group: 'community', order: 10 },
    ],
    commands: [{ id: 'open-leaderboard', title: '%title%', route: 'leaderboard' }],
  },
  modules: { 'leaderboard-page': 'browser/leaderboard-page.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
