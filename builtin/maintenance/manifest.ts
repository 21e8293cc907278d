import { defineBuiltin, ROOT_PERMISSION } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'maintenance',
  title: '%title%',
  description: '%description%',
  icon: 'Settings',
  modules: {
    page: 'browser/maintenance-page.tsx',
    banner: 'browser/maintenance-banner.tsx',
    card: 'browser/maintenance-card.tsx',
  },
  contributes: {
    routes: [
      {
        id: 'maintenance',
        path: '/maintenance',
        rule: 'SCR137',
        area: 'public',
        flag: 'maintenance_enabled',
        module: 'page',
        title: '%page.title%',
        wellKnown: 'closed',
        bare: true,
      },
    ],
    slots: [
      { slot: 'shell.notice', module: 'banner', order: 1, permission: ROOT_PERMISSION },
      { slot: 'settings.general', module: 'card', order: 5, permission: ROOT_PERMISSION },
    ],
  },
  customerMessages: true,
  server: 'server/index.ts',
})
