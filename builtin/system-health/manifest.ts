import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'system-health',
  title: '%title%',
  description: '%description%',
  icon: 'HeartPulse',
  server: 'server/index.ts',
})
