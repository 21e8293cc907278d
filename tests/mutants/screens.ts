import type { Mutant } from './mutant.ts'

const auth = 'builtin/auth/manifest.ts'
const backups = 'builtin/backups/manifest.ts'
const connection = 'builtin/connection/manifest.ts'
const errors = 'builtin/errors/manifest.ts'
const imageHosting = 'builtin/image-hosting/manifest.ts'
const legal = 'builtin/legal/manifest.ts'
const mails = 'builtin/mail-templates/manifest.ts'
const queue = 'builtin/server-queue/manifest.ts'
const servers = 'builtin/servers/manifest.ts'
const settings = 'builtin/settings/manifest.ts'
const plugins = 'builtin/plugin-manager/manifest.ts'
const home = 'builtin/admin-home/manifest.ts'
const users = 'builtin/users/manifest.ts'
const roles = 'builtin/roles/manifest.ts'
const resource = 'sdk/common/resource/resource-manifest.ts'

/** The page stands at another address. */
const moved = (rule: string, file: string, path: string): Mutant => ({
  rule,
  file,
  find: `path: '${path}',`,
  replace: `path: '${path}-page',`,
})

const ofResources = (rules: readonly string[], find: string, replace: string): Mutant[] =>
  rules.map((rule) => ({ rule, file: resource, find, replace }))

export const screenMutants: readonly Mutant[] = [
  moved('SCR1', auth, '/auth/login'),
  moved('SCR2', auth, '/auth/register'),
  moved('SCR3', auth, '/auth/forgot-password'),
  moved('SCR4', auth, '/auth/reset-password'),
  moved('SCR5', auth, '/auth/2fa/verify'),
  moved('SCR6', auth, '/auth/sso'),
  {
    rule: 'SCR7',
    file: auth,
    find: `rule: 'SCR7',\n        area: 'public'`,
    replace: `rule: 'SCR7',\n        area: 'guest'`,
  },
  {
    rule: 'SCR8',
    file: auth,
    find: `rule: 'SCR8',\n        area: 'user'`,
    replace: `rule: 'SCR8',\n        area: 'public'`,
  },
  {
    rule: 'SCR9',
    file: auth,
    find: `redirect: '/api/auth/2fa/setup/kill'`,
    replace: `redirect: '/api/auth/2fa/kill'`,
  },
  moved('SCR10', connection, '/ws'),
  moved('SCR11', imageHosting, '/images'),
  moved('SCR12', imageHosting, '/images/config'),
  moved('SCR13', imageHosting, '/images/upload'),
  moved('SCR14', 'builtin/dashboard/manifest.ts', '/dashboard'),
  {
    rule: 'SCR16',
    file: 'builtin/account/manifest.ts',
    find: `area: 'user', module`,
    replace: `area: 'public', module`,
  },
  moved('SCR17', 'builtin/announcements/manifest.ts', '/announcements'),
  { rule: 'SCR18', file: 'builtin/afk/manifest.ts', find: `        flag: 'afk_enabled',\n`, replace: '' },
  {
    rule: 'SCR19',
    file: 'builtin/earn/manifest.ts',
    find: `flag: 'code_redemption_enabled',\n        module: 'redeem-page'`,
    replace: `flag: 'store_enabled',\n        module: 'redeem-page'`,
  },
  {
    rule: 'SCR21',
    file: 'builtin/referrals/manifest.ts',
    find: `        flag: 'referrals_enabled',\n`,
    replace: '',
  },
  { rule: 'SCR22', file: 'builtin/links/manifest.ts', find: `        flag: 'l4r_enabled',\n`, replace: '' },
  { rule: 'SCR23', file: 'builtin/store/manifest.ts', find: `flag: 'store_enabled',`, replace: '' },
  {
    rule: 'SCR25',
    file: 'builtin/leaderboard/manifest.ts',
    find: `flag: 'leaderboard_enabled',`,
    replace: '',
  },
  {
    rule: 'SCR26',
    file: 'builtin/profiles/manifest.ts',
    find: `flag: 'allow_public_profiles',\n        module`,
    replace: 'module',
  },
  { rule: 'SCR27', file: 'builtin/gifts/manifest.ts', find: `flag: 'allow_coins_sharing',`, replace: '' },
  moved('SCR28', 'builtin/user-lookup/manifest.ts', '/lookup'),
  { rule: 'SCR32', file: servers, find: `flag: 'allow_servers',`, replace: '' },
  moved('SCR111', servers, '/server/:id'),
  moved('SCR121', servers, '/server/:id/console'),
  moved('SCR122', servers, '/server/:id/resources'),
  moved('SCR123', servers, '/server/:id/timeline'),
  moved('SCR112', 'builtin/coins/manifest.ts', '/mc-admin/economy'),
  moved('SCR33', servers, '/server/:id/delete'),
  moved('SCR34', servers, '/server/:id/update'),
  {
    rule: 'SCR36',
    file: legal,
    find: `rule: 'SCR36',\n        area: 'public'`,
    replace: `rule: 'SCR36',\n        area: 'user'`,
  },
  moved('SCR37', legal, '/terms-of-service'),
  moved('SCR134', legal, '/accessibility'),
  moved('SCR137', 'builtin/maintenance/manifest.ts', '/maintenance'),
  moved('SCR136', 'builtin/debug-panel/manifest.ts', '/debug'),
  moved('SCR135', 'builtin/plugin-catalog/manifest.ts', '/mc-admin/plugins/catalog'),
  moved('SCR38', errors, '/errors/403'),
  moved('SCR39', errors, '/errors/500'),
  moved('SCR40', errors, '/*'),
  moved('SCR41', home, '/mc-admin'),
  moved('SCR42', home, '/mc-admin/health'),
  ...ofResources(
    ['SCR43', 'SCR47', 'SCR51', 'SCR55', 'SCR59', 'SCR63', 'SCR71', 'SCR75'],
    `list: '',`,
    `list: '/list',`,
  ),
  ...ofResources(
    ['SCR44', 'SCR48', 'SCR52', 'SCR56', 'SCR60', 'SCR64', 'SCR72', 'SCR76'],
    `create: '/create',`,
    `create: '/new',`,
  ),
  ...ofResources(
    ['SCR45', 'SCR49', 'SCR53', 'SCR57', 'SCR61', 'SCR65', 'SCR73', 'SCR77'],
    `edit: '/:id/edit',`,
    `edit: '/:id',`,
  ),
  ...ofResources(
    ['SCR46', 'SCR50', 'SCR54', 'SCR58', 'SCR62', 'SCR66', 'SCR74', 'SCR78'],
    `delete: '/:id/delete',`,
    `delete: '/:id/remove',`,
  ),
  moved('SCR67', mails, '/mc-admin/mail-templates'),
  moved('SCR68', mails, '/mc-admin/mail-templates/create'),
  moved('SCR69', mails, '/mc-admin/mail-templates/:id/edit'),
  moved('SCR70', mails, '/mc-admin/mail-templates/:id/delete'),
  moved('SCR114', mails, '/mc-admin/mass-mails'),
  moved('SCR115', mails, '/mc-admin/mass-mails/create'),
  moved('SCR116', mails, '/mc-admin/mass-mails/:id'),
  {
    rule: 'SCR83',
    file: users,
    find: `'/mc-admin/users', 'SCR83'`,
    replace: `'/mc-admin/accounts', 'SCR83'`,
  },
  { rule: 'SCR84', file: users, find: `'/mc-admin/users/:id/edit'`, replace: `'/mc-admin/users/:id'` },
  {
    rule: 'SCR85',
    file: users,
    find: `'/mc-admin/users/:id/delete'`,
    replace: `'/mc-admin/users/:id/remove'`,
  },
  {
    rule: 'SCR86',
    file: users,
    find: `adminPages: [`,
    replace: `adminPages: [{ id: 'users-create', path: '/mc-admin/users/create', area: 'admin', permission: 'admin.users.edit', module: 'list', title: 'Create' },`,
  },
  moved('SCR99', queue, '/mc-admin/server-queue'),
  moved('SCR100', queue, '/mc-admin/server-queue/create'),
  moved('SCR101', queue, '/mc-admin/server-queue/:id'),
  moved('SCR102', queue, '/mc-admin/server-queue/:id/delete'),
  moved('SCR103', queue, '/mc-admin/server-queue/logs'),
  {
    rule: 'SCR104',
    file: queue,
    find: 'adminPages: [',
    replace: `adminPages: [{ id: 'edit', path: '/mc-admin/server-queue/:id/edit', area: 'admin', permission: 'admin.server.queue.view', module: 'view', title: 'Edit' },`,
  },
  moved('SCR105', settings, '/mc-admin/settings'),
  moved('SCR106', backups, '/mc-admin/backups'),
  {
    rule: 'SCR107',
    file: backups,
    find: 'adminPages: [',
    replace: `adminPages: [{ id: 'create', path: '/mc-admin/backups/create', area: 'admin', permission, module: 'list', title: 'Create' },`,
  },
  moved('SCR108', plugins, '/mc-admin/plugins'),
  moved('SCR109', plugins, '/plugins/:identifier/config'),
  moved('SCR110', roles, '/mc-admin/roles/:id/permissions'),
  {
    rule: 'ERR11',
    file: errors,
    find: `'not-found': 'browser/not-found-page.tsx'`,
    replace: `'not-found': 'browser/server-error-page.tsx'`,
  },
  {
    rule: 'GRD4',
    file: 'builtin/locations/resource.ts',
    find: `permission: 'admin.locations'`,
    replace: `permission: 'admin.egg'`,
  },
  {
    rule: 'GRD5',
    file: 'builtin/departments/resource.ts',
    find: `permission: 'admin.departments'`,
    replace: `permission: 'admin.locations'`,
  },
  {
    rule: 'GRD6',
    file: 'builtin/eggs/resource.ts',
    find: `permission: 'admin.egg'`,
    replace: `permission: 'admin.nests'`,
  },
  {
    rule: 'GRD7',
    file: 'builtin/egg-categories/resource.ts',
    find: `permission: 'admin.nests'`,
    replace: `permission: 'admin.egg'`,
  },
  {
    rule: 'GRD8',
    file: users,
    find: 'permission: `admin.users.${action}`',
    replace: `permission: 'admin.users.list'`,
  },
  {
    rule: 'GRD9',
    file: 'builtin/announcements/resource.ts',
    find: `permission: 'admin.announcements'`,
    replace: `permission: 'admin.locations'`,
  },
  {
    rule: 'GRD11',
    file: queue,
    find: `permission: 'admin.server.queue.logs.view'`,
    replace: `permission: 'admin.server.queue.list'`,
  },
  {
    rule: 'GRD12',
    file: mails,
    find: `permission: 'admin.mail.templates.delete'`,
    replace: `permission: 'admin.mail.templates.edit'`,
  },
  {
    rule: 'GRD13',
    file: settings,
    find: `permission: 'admin.settings.view'`,
    replace: `permission: 'admin.plugins.list'`,
  },
  {
    rule: 'GRD15',
    file: 'builtin/redeem-codes/resource.ts',
    find: `permission: 'admin.redeem.codes'`,
    replace: `permission: 'admin.egg'`,
  },
  {
    rule: 'GRD16',
    file: plugins,
    find: `permission,\n        module: 'config'`,
    replace: `permission: 'admin.settings.view',\n        module: 'config'`,
  },
  {
    rule: 'GRD17',
    file: backups,
    find: `permission,\n        module: 'list'`,
    replace: `permission: 'admin.backups.create',\n        module: 'list'`,
  },
  {
    rule: 'GRD19',
    file: 'builtin/redirect-links/resource.ts',
    find: `permission: 'admin.redirect.links'`,
    replace: `permission: 'admin.settings'`,
  },
  {
    rule: 'GRD20',
    file: 'builtin/roles/resource.ts',
    find: `permission: 'admin.roles'`,
    replace: `permission: 'admin.staff'`,
  },
  {
    rule: 'GRD22',
    file: home,
    find: `permission: 'admin.dashboard.view'`,
    replace: `permission: 'admin.settings.view'`,
  },
  {
    rule: 'GRD23',
    file: home,
    find: `permission: 'admin.health.view'`,
    replace: `permission: 'admin.dashboard.view'`,
  },
  {
    rule: 'GRD24',
    file: roles,
    find: `permission: 'admin.permissions.list'`,
    replace: `permission: 'admin.roles.list'`,
  },
]
