import { defineBuiltin } from '@spawnpoint/sdk/common'

const category = 'Admin Server Queue'

export default defineBuiltin({
  id: 'server-queue',
  title: '%title%',
  description: '%description%',
  icon: 'ListOrdered',
  dependencies: { panel: '*', locations: '*', eggs: '*', 'egg-categories': '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_SERVER_QUEUE_CREATE',
        value: 'admin.server.queue.create',
        category,
        description: 'Queue servers for users',
      },
      {
        constant: 'ADMIN_SERVER_QUEUE_DELETE',
        value: 'admin.server.queue.delete',
        category,
        description: 'Delete entries of the server queue',
      },
      {
        constant: 'ADMIN_SERVER_QUEUE_LIST',
        value: 'admin.server.queue.list',
        category,
        description: 'List the server queue',
      },
      {
        constant: 'ADMIN_SERVER_QUEUE_VIEW',
        value: 'admin.server.queue.view',
        category,
        description: 'View entries of the server queue',
      },
      {
        constant: 'ADMIN_SERVER_QUEUE_LOGS_VIEW',
        value: 'admin.server.queue.logs.view',
        category: 'Admin Server Queue Logs',
        description: 'Read build logs',
      },
    ],
  },
  contributes: {
    slots: [
      {
        slot: 'palette.results',
        module: 'build-results',
        order: 30,
        permission: 'admin.server.queue.list',
      },
      {
        slot: 'admin.user.tabs',
        module: 'user-builds',
        order: 14,
        permission: 'admin.server.queue.list',
      },
    ],
    adminPages: [
      {
        id: 'server-queue-list',
        path: '/mc-admin/server-queue',
        rule: 'SCR99',
        area: 'admin',
        permission: 'admin.server.queue.list',
        module: 'list',
        title: '%pages.list.title%',
      },
      {
        id: 'server-queue-create',
        path: '/mc-admin/server-queue/create',
        rule: 'SCR100',
        area: 'admin',
        permission: 'admin.server.queue.create',
        module: 'create',
        title: '%pages.create.title%',
      },
      {
        id: 'server-queue-logs',
        path: '/mc-admin/server-queue/logs',
        rule: 'SCR103',
        area: 'admin',
        permission: 'admin.server.queue.logs.view',
        module: 'logs',
        title: '%pages.logs.title%',
      },
      {
        id: 'server-queue-view',
        path: '/mc-admin/server-queue/:id',
        rule: 'SCR101',
        area: 'admin',
        permission: 'admin.server.queue.view',
        module: 'view',
        title: '%pages.view.title%',
      },
      {
        id: 'server-queue-delete',
        path: '/mc-admin/server-queue/:id/delete',
        rule: 'SCR102',
        area: 'admin',
        permission: 'admin.server.queue.delete',
        module: 'delete',
        title: '%pages.delete.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'server-queue-list',
        label: '%nav%',
        icon: 'ListOrdered',
        group: 'servers',
        order: 40,
      },
      {
        area: 'admin',
        route: 'server-queue-logs',
        label: '%navLogs%',
        icon: 'Terminal',
        group: 'servers',
        order: 41,
      },
    ],
  },
  modules: {
    list: 'browser/list-page.tsx',
    create: 'browser/create-page.tsx',
    view: 'browser/view-page.tsx',
    delete: 'browser/delete-page.tsx',
    logs: 'browser/logs-page.tsx',
    'build-results': 'browser/build-results.tsx',
    'user-builds': 'browser/user-builds-tab.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
