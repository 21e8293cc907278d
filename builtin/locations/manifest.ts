import { defineBuiltin } from '@spawnpoint/sdk/common'
import { locations } from './resource.ts'

export default defineBuiltin({
  id: 'locations',
  title: '%title%',
  description: '%description%',
  icon: 'MapPin',
  resources: [locations],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
