import { defineBuiltin } from '@spawnpoint/sdk/common'
import { eggs } from './resource.ts'

export default defineBuiltin({
  id: 'eggs',
  title: '%title%',
  description: '%description%',
  icon: 'Egg',
  dependencies: { 'egg-categories': '*' },
  resources: [{ resource: eggs, view: 'browser/egg-view.tsx' }],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
