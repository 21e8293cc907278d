import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'mail',
  title: '%title%',
  description: '%description%',
  icon: 'Mail',
  dependencies: { users: '*' },
  permissions: { requires: ['admin.settings.edit'] },
  flags: ['smtp_enabled'],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
