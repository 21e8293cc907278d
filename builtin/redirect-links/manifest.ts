import { defineBuiltin } from '@spawnpoint/sdk/common'
import { redirectLinks } from './resource.ts'

export default defineBuiltin({
  id: 'redirect-links',
  title: '%title%',
  description: '%description%',
  icon: 'ExternalLink',
  resources: [redirectLinks],
  contributes: { slots: [{ slot: 'shell.sidebar', module: 'sidebar-links', order: 50 }] },
  modules: { 'sidebar-links': 'browser/sidebar-links.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
