import { defineBuiltin } from '@spawnpoint/sdk/common'
import { redeemCodes } from './resource.ts'

export default defineBuiltin({
  id: 'redeem-codes',
  title: '%title%',
  description: '%description%',
  icon: 'Gift',
  dependencies: { coins: '*' },
  resources: [{ resource: redeemCodes, view: 'browser/code-view.tsx' }],
  contributes: {
    slots: [
      {
        slot: 'palette.results',
        module: 'code-results',
        order: 40,
        permission: 'admin.redeem.codes.list',
      },
    ],
  },
  modules: { 'code-results': 'browser/code-results.tsx' },
  customerMessages: true,
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
