import { defineBuiltin, resourceManifest } from '@spawnpoint/sdk/common'
import { eggCategories } from './contract/index.ts'

export default defineBuiltin({
  id: 'egg-categories',
  title: 'Egg categories',
  description: 'The groups in which games are offered, each a nest of the panel.',
  icon: 'FolderTree',
  permissions: {
    defines: [
      {
        constant: 'ADMIN_NESTS_CREATE',
        value: 'admin.nests.create',
        category: 'Admin Nests',
        description: 'Create egg categories',
      },
      {
        constant: 'ADMIN_NESTS_EDIT',
        value: 'admin.nests.edit',
        category: 'Admin Nests',
        description: 'Edit egg categories',
      },
      {
        constant: 'ADMIN_NESTS_DELETE',
        value: 'admin.nests.delete',
        category: 'Admin Nests',
        description: 'Delete egg categories',
      },
      {
        constant: 'ADMIN_NESTS_LIST',
        value: 'admin.nests.list',
        category: 'Admin Nests',
        description: 'List egg categories',
      },
    ],
  },
  ...resourceManifest(eggCategories, { list: 'SCR55', create: 'SCR56', edit: 'SCR57', delete: 'SCR58' }),
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
