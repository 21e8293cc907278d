import { defineBuiltin, resourceManifest } from '@spawnpoint/sdk/common'
import { locations } from './contract/index.ts'

export default defineBuiltin({
  id: 'locations',
  title: 'Locations',
  description: 'The places where servers are created, each with its slots.',
  icon: 'MapPin',
  permissions: {
    defines: [
      {
        constant: 'ADMIN_LOCATIONS_CREATE',
        value: 'admin.locations.create',
        category: 'Admin Locations',
        description: 'Create locations',
      },
      {
        constant: 'ADMIN_LOCATIONS_EDIT',
        value: 'admin.locations.edit',
        category: 'Admin Locations',
        description: 'Edit locations',
      },
      {
        constant: 'ADMIN_LOCATIONS_DELETE',
        value: 'admin.locations.delete',
        category: 'Admin Locations',
        description: 'Delete locations',
      },
      {
        constant: 'ADMIN_LOCATIONS_LIST',
        value: 'admin.locations.list',
        category: 'Admin Locations',
        description: 'List locations',
      },
    ],
  },
  ...resourceManifest(locations, { list: 'SCR43', create: 'SCR44', edit: 'SCR45', delete: 'SCR46' }),
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
