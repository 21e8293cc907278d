import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'legal',
  title: '%title%',
  description: '%description%',
  icon: 'FileText',
  removable: false,
  modules: {
    privacy: 'browser/privacy-policy-page.tsx',
    terms: 'browser/terms-of-service-page.tsx',
    accessibility: 'browser/accessibility-page.tsx',
  },
  contributes: {
    routes: [
      {
        id: 'privacy-policy',
        path: '/privacy-policy',
        rule: 'SCR36',
        area: 'public',
        module: 'privacy',
        title: '%privacy%',
        bare: true,
      },
      {
        id: 'terms-of-service',
        path: '/terms-of-service',
        rule: 'SCR37',
        area: 'public',
        module: 'terms',
        title: '%terms%',
        bare: true,
      },
      {
        id: 'accessibility',
        path: '/accessibility',
        rule: 'SCR134',
        area: 'public',
        module: 'accessibility',
        title: '%accessibility.title%',
        bare: true,
      },
    ],
  },
  server: 'server/index.ts',
})
