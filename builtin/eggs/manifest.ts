import { defineBuiltin, resourceManifest } from '@spawnpoint/sdk/common'
import { eggs } from './contract/index.ts'

export default defineBuiltin({
  id: 'eggs',
  title: 'Eggs',
  description: 'The games that a server can run.',
  icon: 'Egg',
  dependencies: { 'egg-categories': '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_EGG_CREATE',
        value: 'admin.egg.create',
        category: 'Admin Eggs',
        description: 'Create eggs',
      },
      {
        constant: 'ADMIN_EGG_EDIT',
        value: 'admin.egg.edit',
        category: 'Admin Eggs',
        description: 'Edit eggs',
      },
      {
        constant: 'ADMIN_EGG_DELETE',
        value: 'admin.egg.delete',
        category: 'Admin Eggs',
        description: 'Delete eggs',
      },
      {
        constant: 'ADMIN_EGG_LIST',
        value: 'admin.egg.list',
        category: 'Admin Eggs',
        description: 'List eggs',
      },
    ],
  },
  ...resourceManifest(eggs, { list: 'SCR51', create: 'SCR52', edit: 'SCR53', delete: 'SCR54' }),
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
