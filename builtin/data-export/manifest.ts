import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'data-export',
  title: '%title%',
  description: '%description%',
  icon: 'Upload',
  server: 'server/index.ts',
})
