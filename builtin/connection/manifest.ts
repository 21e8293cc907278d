import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'connection',
  title: '%title%',
  description: '%description%',
  icon: 'Network',
  removable: false,
  modules: { lost: 'browser/lost-connection-page.tsx', banner: 'browser/offline-banner.tsx' },
  contributes: {
    slots: [{ slot: 'shell.overlay', module: 'banner', order: 10 }],
    routes: [
      {
        id: 'lost-connection',
        path: '/ws',
        rule: 'SCR10',
        area: 'user',
        module: 'lost',
        title: '%lost.title%',
        wellKnown: 'lost-connection',
      },
    ],
  },
})
