import { defineBuiltin } from '@spawnpoint/sdk/common'
import { eggCategories } from './resource.ts'

export default defineBuiltin({
  id: 'egg-categories',
  title: '%title%',
  description: 'Groups of games that customers choose from, each a nest of the panel.',
  icon: 'FolderTree',
  resources: [eggCategories],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
