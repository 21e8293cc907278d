import type { Mutant } from './mutant.ts'

const queue = 'builtin/server-queue/manifest.ts'
const home = 'builtin/admin-home/manifest.ts'

/** The area's permissions carry other values, or one of them is missing. */
export const catalogueMutants: readonly Mutant[] = [
  { rule: 'PER5', file: 'builtin/users/manifest.ts', find: `permission('list', 'List users'),`, replace: '' },
  {
    rule: 'PER7',
    file: 'builtin/locations/resource.ts',
    find: `permission: 'admin.locations'`,
    replace: `permission: 'admin.places'`,
  },
  {
    rule: 'PER8',
    file: 'builtin/egg-categories/resource.ts',
    find: `permission: 'admin.nests'`,
    replace: `permission: 'admin.nest'`,
  },
  {
    rule: 'PER9',
    file: 'builtin/eggs/resource.ts',
    find: `permission: 'admin.egg'`,
    replace: `permission: 'admin.eggs'`,
  },
  {
    rule: 'PER10',
    file: 'builtin/departments/resource.ts',
    find: `permission: 'admin.departments'`,
    replace: `permission: 'admin.department'`,
  },
  {
    rule: 'PER11',
    file: 'builtin/roles/resource.ts',
    find: `permission: 'admin.roles'`,
    replace: `permission: 'admin.role'`,
  },
  {
    rule: 'PER12',
    file: 'builtin/roles/contract/role-permissions.ts',
    find: `'admin.permissions.delete'`,
    replace: `'admin.permissions.remove'`,
  },
  {
    rule: 'PER13',
    file: 'builtin/servers/manifest.ts',
    find: `permission('delete', 'Delete servers'),`,
    replace: '',
  },
  {
    rule: 'PER14',
    file: queue,
    find: `value: 'admin.server.queue.logs.view'`,
    replace: `value: 'admin.server.queue.logs'`,
  },
  {
    rule: 'PER16',
    file: 'builtin/announcements/resource.ts',
    find: `permission: 'admin.announcements'`,
    replace: `permission: 'admin.announcement'`,
  },
  {
    rule: 'PER17',
    file: 'builtin/settings/manifest.ts',
    find: `value: 'admin.settings.edit'`,
    replace: `value: 'admin.settings.change'`,
  },
  {
    rule: 'PER18',
    file: 'builtin/plugin-manager/manifest.ts',
    find: `value: 'admin.plugins.edit'`,
    replace: `value: 'admin.plugins.change'`,
  },
  {
    rule: 'PER19',
    file: 'builtin/backups/manifest.ts',
    find: `value: 'admin.backups.delete'`,
    replace: `value: 'admin.backups.remove'`,
  },
  {
    rule: 'PER21',
    file: 'builtin/mail-templates/manifest.ts',
    find: `value: 'admin.mail.templates.create'`,
    replace: `value: 'admin.mail.templates.add'`,
  },
  {
    rule: 'PER22',
    file: 'builtin/mail-templates/manifest.ts',
    find: `value: 'admin.mail.send.mass.mails'`,
    replace: `value: 'admin.mail.send.mass'`,
  },
  {
    rule: 'PER23',
    file: 'builtin/redirect-links/resource.ts',
    find: `permission: 'admin.redirect.links'`,
    replace: `permission: 'admin.redirects'`,
  },
  {
    rule: 'PER24',
    file: 'builtin/redeem-codes/resource.ts',
    find: `permission: 'admin.redeem.codes'`,
    replace: `permission: 'admin.codes'`,
  },
  { rule: 'PER26', file: home, find: `value: 'admin.health.view'`, replace: `value: 'admin.health.list'` },
  { rule: 'PER27', file: home, find: `value: 'admin.dashboard.view'`, replace: `value: 'admin.home.view'` },
  { rule: 'PER28', file: home, find: `'githubrepo.view'`, replace: `'repository.view'` },
]
