import type { Mutant } from './mutant.ts'

const users = 'builtin/users/server'

/** Accounts as staff see and change them. */
export const staffAccountMutants: readonly Mutant[] = [
  {
    rule: 'USR4',
    file: `${users}/list-accounts.ts`,
    find: 'username: sql`lower(${account.username})`,',
    replace: 'username: sql`substr(lower(${account.username}), 1, 1)`,',
  },
  {
    rule: 'USR5',
    file: `${users}/list-accounts.ts`,
    find: "${from.firstName} || ' ' || ${from.lastName})`",
    replace: '${from.firstName})`',
  },
  {
    rule: 'USR5',
    file: `${users}/list-accounts.ts`,
    find: 'return role === CORE_ROLES.default ? or(given, isNull(from.roleId)) : given',
    replace: 'return role === CORE_ROLES.default ? or(given) : given',
  },
  {
    rule: 'USR5',
    file: 'sdk/server/list/search-page.ts',
    find: 'return rows.length === parts.limit ? ',
    replace: 'return rows.length <= parts.limit ? ',
  },
  {
    rule: 'USR5',
    file: 'sdk/server/list/search-page.ts',
    find: 'state.isPart ||= found.count > most',
    replace: 'state.isPart = false',
  },
  {
    rule: 'USR5',
    file: 'sdk/server/list/search-page.ts',
    find: '.where(and(among, matching(request, table), parts.past))',
    replace: '.where(and(among, matching(request, table)))',
  },
  {
    rule: 'USR5',
    file: 'sdk/browser/list/data-list.tsx',
    find: 'shown?.sortedWithin === undefined ? props.total : undefined',
    replace: 'props.total',
  },
  {
    rule: 'USR6',
    file: `${users}/present-user.ts`,
    find: 'lastName: row.lastName,',
    replace: 'lastName: JSON.stringify(row),',
  },
  {
    rule: 'USR7',
    file: `${users}/update-user.ts`,
    find: `  if (before.version !== body.version) throw fail('STALE_EDIT', { details: { version: before.version } })\n`,
    replace: '',
  },
  {
    rule: 'USR7',
    file: `${users}/update-user.ts`,
    find: 'const verified = !isMoved(body, before) && (body',
    replace: 'const verified = (body',
  },
  {
    rule: 'USR14',
    file: `${users}/user-activity.ts`,
    find: `[query.filter.side ?? 'actor']`,
    replace: `[query.filter.side ? 'actor' : 'actor']`,
  },
  {
    rule: 'USR15',
    file: `${users}/user-sessions.ts`,
    find: `    if (!(await sessions.revoke(params.id, params.session))) throw fail('NOT_FOUND')\n`,
    replace: `    await sessions.revoke(params.id, params.session)\n`,
  },
  {
    rule: 'USR15',
    file: `${users}/user-sessions.ts`,
    find: `    await sessions.revokeAll(params.id, actor.session)\n`,
    replace: '',
  },
  {
    rule: 'USR18',
    file: 'builtin/users/contract/users-endpoints.ts',
    find: `access: { permission: 'admin.users.delete' }`,
    replace: 'access: editing',
  },
  {
    rule: 'USR18',
    file: 'builtin/users/contract/users-endpoints.ts',
    find: `alternatives: ['admin.users.edit', 'admin.users.delete']`,
    replace: `alternatives: ['admin.users.edit']`,
  },
  {
    rule: 'USR8',
    file: 'builtin/users/contract/users-endpoints.ts',
    find: 'body: z.strictObject({ ...userFields',
    replace: 'body: z.object({ ...userFields',
  },
  {
    rule: 'USR19',
    file: 'builtin/roles/server/assign-role.ts',
    find: `  await sessions.bumpEpoch(tx, user)\n`,
    replace: '',
  },
  {
    rule: 'USR20',
    file: 'builtin/users/browser/use-contributed-tabs.tsx',
    find: 'id: isAlone(tab) ? tab.plugin : moduleOf(tab),',
    replace: 'id: tab.plugin,',
  },
  {
    rule: 'USR20',
    file: 'builtin/users/browser/use-contributed-tabs.tsx',
    find: "[`userTabs.${moduleOf(tab)}`, 'userTab', 'nav']",
    replace: `['userTab', 'nav']`,
  },
  {
    rule: 'USR21',
    file: 'sdk/browser/hooks.ts',
    find: 'if (i18n.exists(`audit.${verb}`, { ns: plugin }))',
    replace: 'if (i18n.exists(`audit.${verb}`, { ns: verb }))',
  },
  {
    rule: 'USR21',
    file: 'builtin/users/browser/activity-tab.tsx',
    find: 'auditText(action)',
    replace: 'action',
  },
  {
    rule: 'USR23',
    file: `${users}/list-accounts.ts`,
    find: 'banned ? undefined : isNull(account.bannedReason)',
    replace: 'undefined',
  },
  {
    rule: 'USR23',
    file: `${users}/list-accounts.ts`,
    find: 'one.place - other.place || byUsername(one, other)',
    replace: 'byUsername(one, other)',
  },
  {
    rule: 'USR23',
    file: `${users}/list-accounts.ts`,
    find: '[...new Set(inOrder.map(({ id }) => id))]',
    replace: 'inOrder.map(({ id }) => id)',
  },
  {
    rule: 'USR23',
    file: `${users}/list-accounts.ts`,
    find: 'eq(account.id, text) : isLogin(text)',
    replace: 'eq(account.id, text) : undefined',
  },
  {
    rule: 'USR37',
    file: 'builtin/users/server/account-queries.ts',
    find: '.select({ id: account.id, username: account.username })',
    replace: '.select()',
    noticedBy: 'builtin/users/users.test.ts',
  },
  {
    rule: 'USR38',
    file: 'builtin/users/server/account-queries.ts',
    find: 'and(alive, lt(account.lastSeenAt, before)',
    replace: 'and(alive, lt(account.createdAt, before)',
  },
  {
    rule: 'USR38',
    file: 'builtin/anti-abuse/server/find-signs.ts',
    find: "person.firstIp === '' ? null : hashNetwork",
    replace: "person.firstIp === '-' ? null : hashNetwork",
  },
]
