import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'performance-tuner',
  title: '%title%',
  description: '%description%',
  icon: 'Gauge',
  contributes: {
    slots: [{ slot: 'shell.overlay', module: 'tuner', order: 60 }],
    customisationTabs: [{ id: 'performance', title: '%tab%', module: 'performance-tab', order: 30 }],
  },
  modules: { tuner: 'browser/tuner.tsx', 'performance-tab': 'browser/performance-tab.tsx' },
})
