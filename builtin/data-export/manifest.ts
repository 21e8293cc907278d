import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'data-export',
  title: '%title%',
  description: '%description%',
  icon: 'Upload',
  dependencies: { account: '*', users: '*' },
  contributes: { slots: [{ slot: 'account.data', module: 'own-data-card', order: 10 }] },
  modules: { 'own-data-card': 'browser/own-data-card.tsx' },
  server: 'server/index.ts',
})
