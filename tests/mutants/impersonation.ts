import type { Mutant } from './mutant.ts'

const server = 'builtin/impersonation/server/index.ts'
const cache = 'kernel/server/sessions/session-cache.ts'
const lifetimes = 'kernel/server/sessions/lifetimes.ts'
const childApp = 'kernel/server/http/child-app.ts'

/** Staff who log in as a customer. */
export const impersonationMutants: readonly Mutant[] = [
  {
    rule: 'LGA1',
    file: server,
    find: 'await requireReauthentication(sessions, actor)',
    replace: '',
  },
  {
    rule: 'LGA1',
    file: server,
    find: `throw fail('IMPERSONATION_STAFF')`,
    replace: 'return {}',
  },
  {
    rule: 'LGA1',
    file: server,
    find: `if (person.bannedReason !== null) throw fail('IMPERSONATION_BANNED')`,
    replace: '',
  },
  {
    rule: 'LGA1',
    file: 'builtin/impersonation/contract/index.ts',
    find: `permission: 'admin.users.impersonate'`,
    replace: `permission: 'admin.users.list'`,
  },
  {
    rule: 'LGA1',
    file: 'builtin/impersonation/browser/start-action.tsx',
    find: `if (user.self || user.banned || !user.editable) return null`,
    replace: `if (user.self || !user.editable) return null`,
  },
  { rule: 'LGA2', file: childApp, find: 'await recordImpersonated(deps, request)', replace: '' },
  {
    rule: 'LGA2',
    file: childApp,
    find: 'actor: session.impersonator, target: session.user',
    replace: 'actor: session.user, target: session.user',
  },
  { rule: 'LGA2', file: server, find: `actor: actor.impersonator,`, replace: `actor: actor.id,` },
  {
    rule: 'LGA3',
    file: lifetimes,
    find: `impersonated: { idleMs: 30 * MINUTE, absoluteMs: 60 * MINUTE }`,
    replace: `impersonated: { idleMs: 30 * MINUTE, absoluteMs: DAY }`,
  },
  {
    rule: 'LGA3',
    file: lifetimes,
    find: `impersonated: { idleMs: 30 * MINUTE, absoluteMs: 60 * MINUTE }`,
    replace: `impersonated: { idleMs: DAY, absoluteMs: 60 * MINUTE }`,
  },
  { rule: 'LGA3', file: cache, find: 'isStaff(permissions) || !isStaff(', replace: '!isStaff(' },
  {
    rule: 'LGA3',
    file: cache,
    find: '(isStaff(permissions) || !isStaff(await deps.permissionsOf(impersonator)))',
    replace: 'isStaff(permissions)',
  },
  {
    rule: 'LGA3',
    file: 'kernel/server/sessions/sessions.ts',
    find: ' or impersonator = ${user}',
    replace: '',
  },
  {
    rule: 'LGA4',
    file: server,
    find: `await sessions.start({ request, reply }, actor.impersonator)`,
    replace: `await sessions.start({ request, reply }, actor.impersonator, actor.id)`,
  },
  {
    rule: 'LGA4',
    file: server,
    find: `if (actor.impersonator === null) throw fail('IMPERSONATION_NONE')`,
    replace: `if (actor.impersonator === null) return { user: actor.id }`,
  },
  {
    rule: 'LGA5',
    file: 'builtin/account/server/handle-sessions.ts',
    find: 'ip: row.isImpersonated ? null : row.ip,',
    replace: '',
  },
  {
    rule: 'LGA6',
    file: 'builtin/impersonation/browser/notice.tsx',
    find: `user['impersonated'] === true`,
    replace: `user['impersonated'] !== true`,
  },
]
