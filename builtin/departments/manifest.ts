import { defineBuiltin } from '@spawnpoint/sdk/common'
import { departments } from './resource.ts'

export default defineBuiltin({
  id: 'departments',
  title: '%title%',
  description: '%description%',
  icon: 'Inbox',
  server: 'server/index.ts',
  resources: [departments],
})
