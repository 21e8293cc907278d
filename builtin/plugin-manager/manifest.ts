import { defineBuiltin } from '@spawnpoint/sdk/common'

const permission = 'admin.plugins.list'

export default defineBuiltin({
  id: 'plugin-manager',
  title: '%title%',
  description: '%description%',
  icon: 'Puzzle',
  removable: false,
  permissions: {
    defines: [
      {
        constant: 'ADMIN_PLUGINS_EDIT',
        value: 'admin.plugins.edit',
        category: 'Admin Plugins',
        description: 'Enable, disable and configure plugins, and install packages signed with a trusted key',
      },
      {
        constant: 'ADMIN_PLUGINS_LIST',
        value: permission,
        category: 'Admin Plugins',
        description: 'See the plugins',
      },
    ],
  },
  contributes: {
    slots: [
      { slot: 'palette.results', module: 'plugin-results', order: 60, permission },
      { slot: 'admin.home.attention', module: 'home-attention', order: 40, permission },
    ],
    adminPages: [
      {
        id: 'admin-plugins',
        path: '/mc-admin/plugins',
        rule: 'SCR108',
        area: 'admin',
        permission,
        module: 'list',
        title: '%title%',
      },
      {
        id: 'plugin-config',
        path: '/plugins/:identifier/config',
        rule: 'SCR109',
        area: 'admin',
        permission,
        module: 'config',
        title: '%config.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'admin-plugins',
        label: '%title%',
        icon: 'Puzzle',
        group: 'advanced',
        order: 91,
      },
    ],
    commands: [{ id: 'open-plugins', title: '%title%', route: 'admin-plugins' }],
  },
  modules: {
    list: 'browser/plugins-page.tsx',
    config: 'browser/plugin-config-page.tsx',
    'home-attention': 'browser/home-attention.tsx',
    'plugin-results': 'browser/plugin-results.tsx',
  },
  server: 'server/index.ts',
})
