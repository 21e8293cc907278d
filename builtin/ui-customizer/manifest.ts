import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'ui-customizer',
  title: '%title%',
  description: '%description%',
  icon: 'Palette',
  dependencies: { account: '*' },
  contributes: {
    routes: [
      {
        id: 'customize',
        path: '/customize',
        rule: 'SCR124',
        area: 'user',
        module: 'customize-page',
        title: '%title%',
      },
    ],
    nav: [
      {
        area: 'account',
        route: 'customize',
        module: 'open-panel',
        label: '%title%',
        icon: 'Palette',
        order: 20,
      },
    ],
    slots: [
      { slot: 'shell.topbar', module: 'panel-button', order: 70 },
      { slot: 'shell.overlay', module: 'panel-host', order: 50 },
      { slot: 'account.looks', module: 'account-card', order: 10 },
    ],
    customisationTabs: [
      { id: 'transitions', title: '%tabs.transitions%', module: 'transitions-tab', order: 10 },
      { id: 'components', title: '%tabs.components%', module: 'components-tab', order: 20 },
    ],
  },
  modules: {
    'customize-page': 'browser/customize-page.tsx',
    'open-panel': 'browser/open-panel.ts',
    'panel-button': 'browser/panel-button.tsx',
    'panel-host': 'browser/panel-host.tsx',
    'account-card': 'browser/account-card.tsx',
    'transitions-tab': 'browser/transitions-tab.tsx',
    'components-tab': 'browser/components-tab.tsx',
  },
})
