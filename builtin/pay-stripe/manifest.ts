import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'pay-stripe',
  title: '%title%',
  description: '%description%',
  icon: 'CreditCard',
  dependencies: { payments: '*' },
  server: 'server/index.ts',
})
