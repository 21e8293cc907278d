import { defineBuiltin } from '@spawnpoint/sdk/common'
import { eggCategories } from './resource.ts'

export default defineBuiltin({
  id: 'egg-categories',
  title: '%title%',
  description: '%description%',
  icon: 'FolderTree',
  resources: [eggCategories],
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
