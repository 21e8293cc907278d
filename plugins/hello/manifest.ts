import { defineManifest } from '@spawnpoint/sdk/common'
import { greetings } from './resource.ts'

export default defineManifest({
  id: 'hello',
  version: '1.2.0',
  title: '%title%',
  description: 'An example of everything a plugin can add.',
  publisher: 'Spawnpoint',
  license: 'MIT',
  icon: 'Flag',
  engines: { shell: '>=0.1.0', sdk: '>=0.1.0' },
  capabilities: [
    'server.http',
    'server.db',
    'server.jobs',
    'server.blobs',
    'server.events:users:created',
    'server.services:users.names',
    'http.external:api.github.com',
    'hooks.session',
    'hooks.register',
    'storage',
    'notify',
  ],
  permissions: {
    defines: [
      {
        constant: 'HELLO_WAVES',
        value: 'plugin.hello.waves',
        category: 'Hello',
        description: 'See who has waved',
      },
    ],
    requires: [],
  },
  resources: [greetings],
  modules: {
    page: 'browser/page.tsx',
    waves: 'browser/waves-page.tsx',
    notice: 'browser/notice.tsx',
    widget: 'browser/waves-widget.tsx',
    'debug-tab': 'browser/debug-tab.tsx',
    'session-tab': 'browser/session-tab.tsx',
    about: 'browser/about-page.tsx',
    appearance: 'browser/appearance-card.tsx',
    boot: 'browser/boot.ts',
  },
  contributes: {
    routes: [{ id: 'hello', path: '/p/hello', area: 'user', module: 'page', title: '%title%' }],
    adminPages: [
      {
        id: 'hello-waves',
        path: '/mc-admin/x/hello',
        area: 'admin',
        permission: 'plugin.hello.waves',
        module: 'waves',
        title: '%admin.title%',
      },
    ],
    nav: [
      { area: 'user', route: 'hello', label: '%title%', icon: 'Flag', order: 900 },
      { area: 'admin', route: 'hello-waves', label: '%admin.title%', icon: 'Flag', order: 900 },
    ],
    slots: [{ slot: 'dashboard.before', module: 'notice', order: 90 }],
    widgets: [{ id: 'hello-waves', module: 'widget', title: '%widget.title%', size: 'small', order: 90 }],
    debugTabs: [{ id: 'hello', title: '%title%', module: 'debug-tab', order: 900 }],
    customisationTabs: [{ id: 'hello', title: '%appearance.title%', module: 'appearance', order: 900 }],
    commands: [{ id: 'open-hello', title: '%open%', route: 'hello', shortcut: 'Control+Shift+H' }],
  },
  registers: {
    routes: [{ path: '/p/hello/about', title: '%about.title%' }],
    adminPages: [{ path: '/mc-admin/x/hello/about', title: '%about.title%' }],
    debugTabs: [{ id: 'hello-session', title: '%debug.session%' }],
  },
  settings: {
    type: 'object',
    additionalProperties: false,
    properties: {
      notice: { type: 'string', maxLength: 200, default: '' },
      keep_days: { type: 'integer', minimum: 1, maximum: 365, default: 30 },
      share_key: { type: 'string', 'x-secret': true, minLength: 16, maxLength: 100 },
    },
  },
  boot: 'boot',
  server: 'server/index.ts',
  migrations: 'server/migrations',
  locales: ['en', 'de'],
})
