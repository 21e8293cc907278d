import { defineBuiltin } from '@spawnpoint/sdk/common'

const permission = 'admin.backups.list'

export default defineBuiltin({
  id: 'backups',
  title: '%title%',
  description: '%description%',
  icon: 'Archive',
  permissions: {
    defines: [
      {
        constant: 'ADMIN_BACKUPS_CREATE',
        value: 'admin.backups.create',
        category: 'Admin Backups',
        description: 'Create and check backups',
      },
      {
        constant: 'ADMIN_BACKUPS_DELETE',
        value: 'admin.backups.delete',
        category: 'Admin Backups',
        description: 'Delete backups',
      },
      {
        constant: 'ADMIN_BACKUPS_LIST',
        value: permission,
        category: 'Admin Backups',
        description: 'See and download backups',
      },
    ],
  },
  contributes: {
    adminPages: [
      {
        id: 'backups',
        path: '/mc-admin/backups',
        rule: 'SCR106',
        area: 'admin',
        permission,
        module: 'list',
        title: '%title%',
      },
    ],
    nav: [
      { area: 'admin', route: 'backups', label: '%title%', icon: 'Archive', group: 'advanced', order: 92 },
    ],
    slots: [
      { slot: 'admin.banner', module: 'banner', order: 20, permission },
      { slot: 'admin.home.attention', module: 'home-attention', order: 60, permission },
    ],
    commands: [{ id: 'open-backups', title: '%title%', route: 'backups' }],
  },
  modules: {
    list: 'browser/backups-page.tsx',
    banner: 'browser/overdue-banner.tsx',
    'home-attention': 'browser/home-attention.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
