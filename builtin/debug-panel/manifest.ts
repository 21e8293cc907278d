import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'debug-panel',
  title: '%title%',
  description: '%description%',
  icon: 'Bug',
  contributes: { slots: [{ slot: 'shell.overlay', module: 'shortcut', order: 100 }] },
  modules: { shortcut: 'browser/debug-shortcut.tsx' },
})
