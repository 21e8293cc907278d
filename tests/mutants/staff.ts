import type { Mutant } from './mutant.ts'

const economyMigration = 'builtin/coins/server/migrations/0003_economy.sql'

/** Breakages of what staff see. */
export const staffMutants: readonly Mutant[] = [
  {
    rule: 'PLM30',
    file: 'builtin/plugin-manager/browser/home-attention.tsx',
    find: 'data.plugins.filter(isInTrouble)',
    replace: 'data.plugins.filter(() => true)',
  },
  {
    rule: 'PLM40',
    file: 'builtin/plugin-manager/browser/plugin-columns.tsx',
    find: 'plugin.failedJobs.length > 0 && (',
    replace: 'plugin.failedJobs.length > 9 && (',
  },
  {
    rule: 'SRV41',
    file: 'builtin/server-queue/server/build-queries.ts',
    find: "eq(build.status, 'pending'), eq(build.creationSent, false)",
    replace: "eq(build.status, 'pending')",
  },
  {
    rule: 'ADH20',
    file: 'builtin/admin-home/browser/list-filter.tsx',
    find: "(kind === '' || kindOf(item) === kind) && ",
    replace: '',
  },
  {
    rule: 'ADH20',
    file: 'builtin/admin-home/browser/logs.tsx',
    find: 'String(id) === one',
    replace: 'id > 0',
  },
  {
    rule: 'QUE21',
    file: 'builtin/server-queue/server/handle-logs.ts',
    find: 'filter.step && eq(log.step, filter.step),',
    replace: 'undefined,',
  },
  {
    rule: 'PAN22',
    file: 'builtin/panel/server/demo-panel.ts',
    find: 'for (const each of pace) panel.fault(each)',
    replace: 'panel.clearFaults()',
  },
  {
    rule: 'SET12',
    file: 'builtin/settings/browser/settings-list.tsx',
    find: 'table.id === setting.table?.id',
    replace: 'table === setting.table',
  },
  {
    rule: 'SET13',
    file: 'builtin/settings/browser/setting-texts.ts',
    find: 'megabytes: { per: 1024,',
    replace: 'megabytes: { per: 1000,',
  },
  {
    rule: 'ROL17',
    file: 'builtin/roles/browser/permission-draft.ts',
    find: 'inMatrix.length < 2',
    replace: 'inMatrix.length < 4',
  },
  {
    rule: 'USR30',
    file: 'builtin/users/server/user-figures.ts',
    find: 'activeWithin(7)',
    replace: 'activeWithin(1)',
  },
  {
    rule: 'SRV40',
    file: 'builtin/servers/server/server-figures.ts',
    find: '(built.get(id) ?? 0) + ',
    replace: '',
  },
  {
    rule: 'COI20',
    file: 'builtin/coins/server/coin-figures.ts',
    find: 'flow.day === day',
    replace: 'flow.day <= day',
  },
  {
    rule: 'COI21',
    file: 'builtin/coins/contract/economy.ts',
    find: `access: { permission },`,
    replace: `access: { permission: 'admin.users.list' },`,
  },
  {
    rule: 'COI21',
    file: economyMigration,
    find: `sum(t.gained - greatest(-t.net, 0))::bigint`,
    replace: `sum(t.gained)::bigint`,
  },
  { rule: 'COI22', file: economyMigration, find: `through + 1 from`, replace: `through from` },
  {
    rule: 'COI22',
    file: 'builtin/coins/server/economy-queries.ts',
    find: `(s.through + 1)::date`,
    replace: `s.through::date`,
  },
  { rule: 'COI23', file: economyMigration, find: `ceil(b.n * 0.01)`, replace: `ceil(b.n * 0.5)` },
  {
    rule: 'COI23',
    file: 'builtin/coins/server/economy-queries.ts',
    find: `day === today ? `,
    replace: `day !== '' ? `,
  },
  {
    rule: 'COI24',
    file: 'builtin/coins/server/economy.ts',
    find: `{ config: { access: { permission } } }`,
    replace: `{ config: { access: { permission: 'admin.users.list' } } }`,
  },
  {
    rule: 'ADH17',
    file: 'builtin/users/contract/users-endpoints.ts',
    find: `joined on each of the last 30 days, and were active',\n  access: listing`,
    replace: `joined on each of the last 30 days, and were active',\n  access: { user: true }`,
  },
  {
    rule: 'ADH18',
    file: 'builtin/admin-home/browser/health-attention.tsx',
    find: `status !== 'healthy'`,
    replace: `status === 'unhealthy'`,
  },
  {
    rule: 'ADH19',
    file: 'builtin/admin-home/browser/staff-texts.ts',
    find: 'i18n.t(`staff.jobs.${name}`',
    replace: 'i18n.t(`jobs.${name}`',
  },
  {
    rule: 'QUE20',
    file: 'builtin/server-queue/browser/home-attention.tsx',
    find: 'data.failed > 0',
    replace: 'data.failed > 100',
  },
  {
    rule: 'ADH40',
    file: 'builtin/admin-home/server/name-rows.ts',
    find: '.filter(({ permission }) => viewer.can(permission))',
    replace: '',
    noticedBy: 'builtin/admin-home/admin-home.test.ts',
  },
  {
    rule: 'ADH40',
    file: 'builtin/admin-home/server/activity.ts',
    find: " || target === action.split(':')[0]",
    replace: '',
    noticedBy: 'builtin/admin-home/admin-home.test.ts',
  },
  {
    rule: 'ADH41',
    file: 'builtin/admin-home/browser/health-attention.tsx',
    find: '!covered.has(',
    replace: 'covered.has(',
    noticedBy: 'builtin/admin-home/admin-home-page.test.tsx',
  },
]
