import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'brand',
  title: '%title%',
  description: '%description%',
  icon: 'Palette',
  contributes: {
    slots: [{ slot: 'settings.brand', module: 'brand-settings', order: 10 }],
  },
  modules: { 'brand-settings': 'browser/brand-settings.tsx' },
  server: 'server/index.ts',
})
