import { defineBuiltin } from '@spawnpoint/sdk/common'

const view = 'admin.settings.view'

export default defineBuiltin({
  id: 'settings',
  title: '%title%',
  description: '%description%',
  icon: 'Settings',
  removable: false,
  permissions: {
    defines: [
      {
        constant: 'ADMIN_SETTINGS_VIEW',
        value: view,
        category: 'Admin Settings',
        description: 'See the settings',
      },
      {
        constant: 'ADMIN_SETTINGS_EDIT',
        value: 'admin.settings.edit',
        category: 'Admin Settings',
        description: 'Change the settings',
      },
    ],
  },
  contributes: {
    slots: [
      {
        slot: 'palette.results',
        module: 'setting-results',
        order: 50,
        permission: view,
      },
    ],
    adminPages: [
      {
        id: 'settings',
        path: '/mc-admin/settings',
        rule: 'SCR105',
        area: 'admin',
        permission: 'admin.settings.view',
        module: 'page',
        title: '%title%',
      },
    ],
    nav: [
      { area: 'admin', route: 'settings', label: '%title%', icon: 'Settings', group: 'advanced', order: 90 },
    ],
    commands: [{ id: 'open-settings', title: '%title%', route: 'settings' }],
  },
  modules: { page: 'browser/settings-page.tsx', 'setting-results': 'browser/setting-results.tsx' },
  server: 'server/index.ts',
})
