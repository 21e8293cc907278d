import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'pay-paypal',
  title: '%title%',
  description: '%description%',
  icon: 'CreditCard',
  dependencies: { payments: '*' },
  server: 'server/index.ts',
})
