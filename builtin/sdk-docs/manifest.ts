import { defineBuiltin } from '@spawnpoint/sdk/common'

export default defineBuiltin({
  id: 'sdk-docs',
  title: '%title%',
  description: '%description%',
  icon: 'Code',
  permissions: {
    defines: [
      {
        constant: 'ADMIN_DOCS_VIEW',
        value: 'admin.docs.view',
        category: 'Admin Documentation',
        description: 'Read the documentation of the SDK for plugins',
      },
    ],
  },
  contributes: {
    slots: [{ slot: 'plugins.after', module: 'docs-link', permission: 'admin.docs.view' }],
  },
  modules: { 'docs-link': 'browser/docs-link.tsx' },
  server: 'server/index.ts',
})
