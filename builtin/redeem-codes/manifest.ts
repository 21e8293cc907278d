import { defineBuiltin } from '@spawnpoint/sdk/common'
import { redeemCodes } from './resource.ts'

export default defineBuiltin({
  id: 'redeem-codes',
  title: '%title%',
  description: '%description%',
  icon: 'Gift',
  dependencies: { coins: '*' },
  resources: [redeemCodes],
  customerMessages: true,
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
