import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'pictures',
  title: '%title%',
  description: '%description%',
  icon: 'Image',
  dependencies: { users: '*' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
