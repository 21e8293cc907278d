import type { Mutant } from './mutant.ts'

const queries = 'builtin/audit-log/server/audit-queries.ts'

/** The audit log for staff. */
export const auditLogMutants: readonly Mutant[] = [
  {
    rule: 'SCR129',
    file: 'builtin/audit-log/manifest.ts',
    find: `path: '/mc-admin/audit-log',`,
    replace: `path: '/mc-admin/audit',`,
  },
  {
    rule: 'AUD1',
    file: 'builtin/audit-log/contract/index.ts',
    find: `const access = { permission: 'admin.audit.view' } as const`,
    replace: `const access = { permission: 'admin.dashboard.view' } as const`,
  },
  { rule: 'AUD2', file: queries, find: 'sql`actor is null`', replace: 'sql`actor is not null`' },
  { rule: 'AUD2', file: queries, find: 'where at < ${since}', replace: 'where at > ${since}' },
  { rule: 'AUD2', file: queries, find: 'page(sql`target = ${about}`)', replace: 'page(sql`false`)' },
  {
    rule: 'AUD3',
    file: 'builtin/audit-log/server/describe-values.ts',
    find: `text.replaceAll(/[\\p{Cc}\\p{Cf}]/gu, ' ')`,
    replace: 'text',
  },
  {
    rule: 'AUD4',
    file: 'builtin/audit-log/server/handle-calls.ts',
    find: 'past = rows.at(-1)?.id',
    replace: 'return',
  },
  {
    rule: 'AUD5',
    file: queries,
    find: 'order by at desc, id desc limit 1',
    replace: 'order by id desc limit 1',
  },
  {
    rule: 'AUD5',
    file: 'builtin/audit-log/server/migrations/0002_time_index.sql',
    find: 'kernel.audit (at, id)',
    replace: 'kernel.audit (at) where false',
  },
  {
    rule: 'AUD7',
    file: 'builtin/audit-log/server/name-targets.ts',
    find: 'actor.can(permission)',
    replace: 'permission',
  },
  {
    rule: 'AUD7',
    file: 'builtin/audit-log/server/name-targets.ts',
    find: 'for (const values of [after, before])',
    replace: 'for (const values of [])',
  },
  {
    rule: 'AUD30',
    file: 'kernel/server/services/audit.ts',
    find: "after: { by: 'command line', ...more }",
    replace: 'after: more',
    noticedBy: 'tests/integration/operator-commands.test.ts',
  },
  {
    rule: 'AUD20',
    file: 'builtin/audit-log/server/name-targets.ts',
    find: 'rowOf(row, source?.idFrom)',
    replace: 'target',
    noticedBy: 'builtin/servers/audit-targets.test.ts',
  },
  {
    rule: 'AUD20',
    file: 'builtin/audit-log/server/name-targets.ts',
    find: 'person: id === target ? null : target',
    replace: 'person: null',
    noticedBy: 'builtin/servers/audit-targets.test.ts',
  },
  {
    rule: 'AUD8',
    file: 'builtin/audit-log/server/audit-queries.ts',
    find: `after ->> 'server' =`,
    replace: `after ->> 'none' =`,
    noticedBy: 'builtin/servers/audit-targets.test.ts',
  },
  {
    rule: 'AUD8',
    file: 'builtin/audit-log/server/name-targets.ts',
    find: `textIn(after, idFrom) ?? textIn(before, idFrom)`,
    replace: 'null',
    noticedBy: 'builtin/servers/audit-targets.test.ts',
  },
  {
    rule: 'SRV76',
    file: 'builtin/servers/server/audit-targets.ts',
    find: "permission: 'admin.servers.list'",
    replace: "permission: 'admin.audit.view'",
  },
  {
    rule: 'SRV76',
    file: 'builtin/servers/server/audit-targets.ts',
    find: "page: 'server'",
    replace: 'page: null',
  },
]
