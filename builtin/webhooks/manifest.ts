import { defineBuiltin } from '@spawnpoint/sdk/common'
import { webhooks } from './resource.ts'

export default defineBuiltin({
  id: 'webhooks',
  title: '%title%',
  description: '%description%',
  icon: 'Zap',
  dependencies: { users: '*' },
  resources: [
    {
      resource: webhooks,
      pages: { create: 'browser/create-page.tsx', edit: 'browser/edit-page.tsx' },
    },
  ],
  contributes: {
    slots: [{ slot: 'plugins.page', module: 'plugin-messages', permission: webhooks.permissions.list }],
  },
  modules: { 'plugin-messages': 'browser/plugin-messages.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
