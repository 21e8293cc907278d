import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'panel',
  title: '%title%',
  description: '%description%',
  icon: 'Network',
  contributes: {
    slots: [{ slot: 'admin.banner', module: 'demo-banner', order: 10 }],
  },
  modules: { 'demo-banner': 'browser/demo-banner.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
