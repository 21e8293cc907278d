import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'top-bar',
  title: '%title%',
  description: '%description%',
  icon: 'Menu',
  removable: false,
  contributes: {
    slots: [
      { slot: 'shell.topbar', module: 'search', order: -100 },
      { slot: 'shell.topbar', module: 'menus', order: 100 },
    ],
  },
  modules: { search: 'browser/search.tsx', menus: 'browser/menus.tsx' },
})
