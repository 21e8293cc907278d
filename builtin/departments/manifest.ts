import { defineBuiltin } from '@spawnpoint/sdk/common'
import { departments } from './resource.ts'

export default defineBuiltin({
  id: 'departments',
  title: '%title%',
  description: 'Support teams that customers send their tickets to.',
  icon: 'Inbox',
  resources: [departments],
})
