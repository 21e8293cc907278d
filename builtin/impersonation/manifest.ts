import { defineBuiltin } from '@spawnpoint/sdk/common'

const permission = 'admin.users.impersonate'

export default defineBuiltin({
  id: 'impersonation',
  title: '%title%',
  description: '%description%',
  icon: 'LogIn',
  dependencies: { users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_USERS_IMPERSONATE',
        value: permission,
        category: 'Admin Users',
        description: 'Log in as a customer, for an hour at most',
      },
    ],
  },
  contributes: {
    slots: [
      { slot: 'admin.user.actions', module: 'start-action', order: 10, permission },
      { slot: 'shell.notice', module: 'notice', order: 5 },
    ],
  },
  modules: { 'start-action': 'browser/start-action.tsx', notice: 'browser/notice.tsx' },
  server: 'server/index.ts',
})
