import type { HookBus } from '@spawnpoint/sdk/common'
import { sessionCount } from './session-count.ts'

/** Runs before the dashboard starts. The manifest says what it may tap; what it adds stays within the manifest. */
export default function boot(hooks: HookBus) {
  hooks.on('afterSession', () => sessionCount.setState(({ answers }) => ({ answers: answers + 1 })))
  // An address of before leads to the page of today.
  hooks.on('beforeNavigate', async (to) => (to === '/p/hello/hi' ? { redirect: '/p/hello' } : undefined))
  hooks.on('registerRoutes', (routes) =>
    routes.add({
      id: 'hello-about',
      path: '/p/hello/about',
      area: 'user',
      module: 'about',
      title: '%about.title%',
    }),
  )
  hooks.on('registerAdminPage', (pages) =>
    pages.add({
      id: 'hello-about-staff',
      path: '/mc-admin/x/hello/about',
      area: 'admin',
      permission: 'plugin.hello.waves',
      module: 'about',
      title: '%about.title%',
    }),
  )
  hooks.on('registerDebugTab', (tabs) =>
    tabs.add({ id: 'hello-session', title: '%debug.session%', module: 'session-tab', order: 901 }),
  )
}
