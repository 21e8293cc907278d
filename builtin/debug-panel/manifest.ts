import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'debug-panel',
  title: '%title%',
  description: '%description%',
  icon: 'Bug',
  contributes: {
    routes: [
      {
        id: 'debug',
        path: '/debug',
        rule: 'SCR136',
        area: 'user',
        module: 'page',
        title: '%title%',
      },
    ],
    commands: [{ id: 'debug', title: '%title%', route: 'debug' }],
    slots: [{ slot: 'shell.overlay', module: 'shortcut', order: 100 }],
    debugTabs: [
      { id: 'network', title: '%tabs.network%', module: 'network', order: 10 },
      { id: 'errors', title: '%tabs.errors%', module: 'errors', order: 20 },
      { id: 'console', title: '%tabs.console%', module: 'console', order: 30 },
      { id: 'app', title: '%tabs.app%', module: 'app', order: 40 },
      { id: 'storage', title: '%tabs.storage%', module: 'storage', order: 50 },
      { id: 'settings', title: '%tabs.settings%', module: 'settings', order: 60 },
      { id: 'plugins', title: '%tabs.plugins%', module: 'plugins', order: 70 },
    ],
  },
  modules: {
    page: 'browser/debug-page.tsx',
    shortcut: 'browser/debug-shortcut.tsx',
    network: 'browser/network-tab.tsx',
    errors: 'browser/errors-tab.tsx',
    console: 'browser/console-tab.tsx',
    app: 'browser/app-tab.tsx',
    storage: 'browser/storage-tab.tsx',
    settings: 'browser/settings-tab.tsx',
    plugins: 'browser/plugins-tab.tsx',
  },
})
