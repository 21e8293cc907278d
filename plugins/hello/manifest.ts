import { defineManifest } from '@spawnpoint/sdk/common'

export default defineManifest({
  id: 'hello',
  version: '1.0.0',
  title: '%title%',
  description:
    'The smallest complete plugin: a page with state, a menu entry and a call to its own server half.',
  publisher: 'Spawnpoint',
  icon: 'Hand',
  engines: { shell: '>=0.1.0', sdk: '>=0.1.0' },
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [{ id: 'hello', path: '/p/hello', area: 'user', module: 'page', title: '%title%' }],
    nav: [{ area: 'user', route: 'hello', label: '%title%', icon: 'Hand', order: 900 }],
    commands: [{ id: 'open-hello', title: '%open%', route: 'hello' }],
  },
  server: 'server/index.ts',
  locales: ['en', 'ro', 'fr', 'de', 'es', 'md'],
})
