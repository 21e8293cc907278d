import { defineBuiltin } from '@spawnpoint/sdk/common'
import { eggs } from './resource.ts'

export default defineBuiltin({
  id: 'eggs',
  title: '%title%',
  description: 'Games that a server can run.',
  icon: 'Egg',
  dependencies: { 'egg-categories': '*' },
  resources: [eggs],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
