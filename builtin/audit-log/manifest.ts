import { defineBuiltin } from '@spawnpoint/sdk/common'

const view = 'admin.audit.view'

export default defineBuiltin({
  id: 'audit-log',
  title: '%title%',
  description: '%description%',
  icon: 'History',
  dependencies: { users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_AUDIT_VIEW',
        value: view,
        category: 'Admin Audit Log',
        description: 'Read and export the audit log, with the values before and after',
      },
    ],
  },
  contributes: {
    adminPages: [
      {
        id: 'audit-log',
        path: '/mc-admin/audit-log',
        rule: 'SCR129',
        area: 'admin',
        permission: view,
        module: 'audit-page',
        title: '%title%',
      },
    ],
    nav: [
      { area: 'admin', route: 'audit-log', label: '%title%', icon: 'History', group: 'advanced', order: 96 },
    ],
    commands: [{ id: 'open-audit-log', title: '%title%', route: 'audit-log' }],
  },
  modules: { 'audit-page': 'browser/audit-page.tsx' },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
