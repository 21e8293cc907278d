import { defineBuiltin } from '@spawnpoint/sdk/common'

const permission = (action: 'edit' | 'delete' | 'list', description: string) => ({
  constant: `ADMIN_SERVERS_${action.toUpperCase()}`,
  value: `admin.servers.${action}`,
  category: 'Admin Servers',
  description,
})

export default defineBuiltin({
  id: 'servers',
  title: '%title%',
  description: '%description%',
  icon: 'Server',
  dependencies: { 'server-queue': '*', panel: '*', locations: '*', eggs: '*', 'egg-categories': '*' },
  flags: ['allow_servers'],
  permissions: {
    defines: [
      permission('edit', 'Suspend and unsuspend servers'),
      permission('delete', 'Delete servers'),
      permission('list', 'List servers'),
    ],
    requires: ['admin.users.edit'],
  },
  contributes: {
    slots: [
      { slot: 'palette.results', module: 'server-results', order: 5 },
      { slot: 'dashboard.steps', module: 'create-step', order: 20, flag: 'allow_servers' },
      { slot: 'dashboard.steps', module: 'join-step', order: 30, flag: 'allow_servers' },
      { slot: 'coins.uses', module: 'create-link', order: 20, flag: 'allow_servers' },
      { slot: 'admin.user.tabs', module: 'user-limits', order: 10, permission: 'admin.users.edit' },
      { slot: 'admin.user.tabs', module: 'user-servers', order: 12, permission: 'admin.servers.list' },
    ],
    routes: [
      {
        id: 'server-create',
        path: '/server/create',
        rule: 'SCR32',
        area: 'user',
        flag: 'allow_servers',
        module: 'create',
        title: '%pages.create.title%',
      },
      {
        id: 'server',
        path: '/server/:id',
        rule: 'SCR111',
        area: 'user',
        module: 'view',
        title: '%pages.view.title%',
      },
      {
        id: 'server-update',
        path: '/server/:id/update',
        rule: 'SCR34',
        area: 'user',
        module: 'update',
        title: '%pages.update.title%',
      },
      {
        id: 'server-delete',
        path: '/server/:id/delete',
        rule: 'SCR33',
        area: 'user',
        module: 'delete',
        title: '%pages.delete.title%',
      },
    ],
    nav: [{ area: 'user', route: 'server-create', label: '%nav%', icon: 'Server', group: 'main', order: 20 }],
    widgets: [
      { id: 'servers', module: 'servers', title: '%list.title%', size: 'wide', order: 10, area: 'user' },
      { id: 'limits', module: 'limits', title: '%limits.title%', size: 'wide', order: 20, area: 'user' },
    ],
    commands: [{ id: 'create-server', title: '%pages.create.title%', route: 'server-create' }],
  },
  modules: {
    create: 'browser/create-page.tsx',
    view: 'browser/server-page.tsx',
    update: 'browser/update-page.tsx',
    delete: 'browser/delete-page.tsx',
    limits: 'browser/limits-widget.tsx',
    servers: 'browser/servers-widget.tsx',
    'create-link': 'browser/create-link.tsx',
    'create-step': 'browser/create-step.tsx',
    'join-step': 'browser/join-step.tsx',
    'server-results': 'browser/server-results.tsx',
    'user-limits': 'browser/user-limits-tab.tsx',
    'user-servers': 'browser/user-servers-tab.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
