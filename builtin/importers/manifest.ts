import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'importers',
  title: '%title%',
  description: '%description%',
  icon: 'Download',
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
