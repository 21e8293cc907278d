import { defineBuiltin } from '@spawnpoint/sdk/common'

const permission = 'admin.plugins.list'

export default defineBuiltin({
  id: 'plugin-catalog',
  title: '%title%',
  description: '%description%',
  icon: 'Puzzle',
  dependencies: { 'plugin-manager': '*' },
  contributes: {
    adminPages: [
      {
        id: 'plugin-catalog',
        path: '/mc-admin/plugins/catalog',
        rule: 'SCR135',
        area: 'admin',
        permission,
        module: 'page',
        title: '%title%',
      },
    ],
    commands: [{ id: 'open-plugin-catalog', title: '%title%', route: 'plugin-catalog' }],
    slots: [
      { slot: 'plugins.actions', module: 'catalog-link', permission },
      { slot: 'admin.home.attention', module: 'home-attention', order: 45, permission },
    ],
  },
  modules: {
    page: 'browser/catalog-page.tsx',
    'catalog-link': 'browser/catalog-link.tsx',
    'home-attention': 'browser/home-attention.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
