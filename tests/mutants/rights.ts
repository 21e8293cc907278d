import type { Mutant } from './mutant.ts'

const dropSetupRoute = 'builtin/auth/server/drop-setup-route.ts'
const handleLogIn = 'builtin/auth/server/handle-log-in.ts'
const handleOwnPassword = 'builtin/auth/server/handle-own-password.ts'
const handleRecovery = 'builtin/auth/server/handle-recovery.ts'
const handleSecondFactorStep = 'builtin/auth/server/handle-second-factor-step.ts'
const handleSecondFactor = 'builtin/auth/server/handle-second-factor.ts'
const handleSessionEnds = 'builtin/auth/server/handle-session-ends.ts'
const safeNext = 'builtin/auth/server/safe-next.ts'
const secondFactorQueries = 'builtin/auth/server/second-factor-queries.ts'
const secondFactor = 'builtin/auth/server/second-factor.ts'
const signIn = 'builtin/auth/server/sign-in.ts'
const tokenQueries = 'builtin/auth/server/token-queries.ts'
const tries = 'builtin/auth/server/tries.ts'
const assignRole = 'builtin/roles/server/assign-role.ts'
const dropGrants = 'builtin/roles/server/drop-grants.ts'
const findPermissions = 'builtin/roles/server/find-permissions.ts'
const refreshMembers = 'builtin/roles/server/refresh-members.ts'
const rolePermissions = 'builtin/roles/server/role-permissions.ts'
const roleQueries = 'builtin/roles/server/role-queries.ts'
const servedRoles = 'builtin/roles/server/served-roles.ts'
const deleteUser = 'builtin/users/server/delete-user.ts'
const eraseAccount = 'builtin/users/server/erase-account.ts'
const supportPin = 'builtin/users/server/support-pin.ts'
const updateUser = 'builtin/users/server/update-user.ts'

/** Rules of access: roles, accounts of customers, log-in, second factor, recovery. */
export const rightsMutants: readonly Mutant[] = [
  {
    rule: 'ROL3',
    file: 'builtin/roles/server/migrations/0001_roles.sql',
    find: 'unique (real_name)',
    replace: "check (real_name <> '')",
  },
  {
    rule: 'ROL1',
    file: servedRoles,
    find: "if (row.core) throw fail('ROLES_CORE')",
    replace: "if (row.core && row.id === '') throw fail('ROLES_CORE')",
  },
  {
    rule: 'ROL2',
    file: findPermissions,
    find: 'coalesce((select role_id from roles.member where user_id = $1), $2)',
    replace: 'coalesce((select role_id from roles.member where user_id = $1), nullif($2::uuid, $2::uuid))',
  },
  { rule: 'ROL5', file: findPermissions, find: 'where granted and role_id', replace: 'where role_id' },
  {
    rule: 'ROL6',
    file: rolePermissions,
    find: 'grant.find((value) => !known.has(value))',
    replace: 'grant.find((value) => !known.has(value.toLowerCase()))',
  },
  {
    rule: 'ROL7',
    file: rolePermissions,
    find: '[...touched, ...before])) throw roleFailure',
    replace: '[...before])) throw roleFailure',
  },
  {
    rule: 'ROL8',
    file: rolePermissions,
    find: '[...touched, ...before])) throw roleFailure',
    replace: '[...touched])) throw roleFailure',
  },
  {
    rule: 'ROL8',
    file: servedRoles,
    find: "if (before && (await isAbove(tx, actor.permissions, id))) throw fail('ROLES_EXCEEDS_OWN')\n",
    replace: '',
  },
  { rule: 'ROL9', file: rolePermissions, find: '  await checkProof(uses, change)\n', replace: '' },
  {
    rule: 'ROL10',
    file: assignRole,
    find: 'if (had && !(await queries.hasAdministrator(tx))) throw',
    replace: 'if (had && (await queries.hasAdministrator(tx)) === null) throw',
  },
  { rule: 'ROL10', file: roleQueries, find: '${identity}.banned_at is null and ', replace: '' },
  { rule: 'ROL11', file: rolePermissions, find: '    await refreshMembers(uses, tx, role)\n', replace: '' },
  {
    rule: 'ROL11',
    file: refreshMembers,
    find: 'if (users.length === BATCH) await jobs.add',
    replace: 'if (users.length > BATCH) await jobs.add',
  },
  {
    rule: 'ROL12',
    file: rolePermissions,
    find: 'after: { permissions: after },',
    replace: 'after: { permissions: before },',
  },
  {
    rule: 'ROL15',
    file: dropGrants,
    find: 'await takeGrants(tx, payload.permissions)',
    replace: 'await takeGrants(tx, [])',
  },
  {
    rule: 'USR9',
    file: updateUser,
    find: 'if (wantsBan && !body.bannedReason)',
    replace: 'if (wantsBan && body.bannedReason === null)',
  },
  {
    rule: 'USR9',
    file: updateUser,
    find: 'sessions.ban(tx, after.id, banned)',
    replace: 'sessions.changed(tx, after.id)',
  },
  {
    rule: 'USR10',
    file: updateUser,
    find: "(wantsBan || moves)) throw fail('USERS_SELF')",
    replace: "moves) throw fail('USERS_SELF')",
  },
  {
    rule: 'USR10',
    file: deleteUser,
    find: "if (params.id === actor.id) throw fail('USERS_SELF')\n",
    replace: '',
  },
  {
    rule: 'USR11',
    file: updateUser,
    find: 'if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw',
    replace: 'if (!mayActOn(actor, [])) throw',
  },
  {
    rule: 'USR11',
    file: deleteUser,
    find: 'if (!mayActOn(actor, await roles.permissionsOf(params.id))) throw',
    replace: 'if (!mayActOn(actor, [])) throw',
  },
  {
    rule: 'USR12',
    file: updateUser,
    find: 'if (isMoved || body.email !== undefined) await',
    replace: 'if (isMoved) await',
  },
  {
    rule: 'USR12',
    file: deleteUser,
    find: '  await requireReauthentication(sessions, actor)\n',
    replace: '',
  },
  { rule: 'USR13', file: eraseAccount, find: '    await sessions.remove(tx, id)\n', replace: '' },
  { rule: 'USR13', file: eraseAccount, find: 'email: `${pseudonymOf(id)}@deleted.invalid`,', replace: '' },
  {
    rule: 'USR16',
    file: supportPin,
    find: 'const LIFETIME_MS = 24 * 3_600_000',
    replace: 'const LIFETIME_MS = 48 * 3_600_000',
  },
  {
    rule: 'USR17',
    file: supportPin,
    find: 'supportPinSealed: secrets.seal(pin),',
    replace: 'supportPinSealed: pin,',
  },
  {
    rule: 'USR17',
    file: supportPin,
    find: "'users:support_pin_missed'",
    replace: "'users:support_pin_used'",
  },
  {
    rule: 'USR17',
    file: supportPin,
    find: 'const LOOK_UPS = { max: 60,',
    replace: 'const LOOK_UPS = { max: 600,',
  },
  {
    rule: 'USR22',
    file: updateUser,
    find: 'if ((changes || verifies) && !actor.can',
    replace: 'if (changes && !actor.can',
  },
  {
    rule: 'USR22',
    file: updateUser,
    find: 'if (emailMoved) await services.sessions.revokeAll',
    replace: 'if (!emailMoved) await services.sessions.revokeAll',
  },
  {
    rule: 'AUT2',
    file: handleLogIn,
    find: "throw fail('AUTH_INVALID')",
    replace: "throw fail(person ? 'AUTH_INVALID' : 'AUTH_NOT_VERIFIED')",
  },
  { rule: 'AUT3', file: tries, find: 'account: { max: 10,', replace: 'account: { max: 100,' },
  {
    rule: 'AUT3',
    file: handleLogIn,
    find: "return device ? tries.take('device'",
    replace: "return device === '' ? tries.take('device'",
  },
  { rule: 'AUT4', file: safeNext, find: '(auth|api|assets)', replace: '(api|assets)' },
  {
    rule: 'AUT8',
    file: handleSessionEnds,
    find: "throw fail('AUTH_SSO_NONE')",
    replace: "return { url: '/' }",
  },
  {
    rule: 'AUT12',
    file: handleOwnPassword,
    find: 'await context.sessions.revokeAll(actor.id, actor.session)\n',
    replace: '',
  },
  { rule: 'AUT13', file: signIn, find: '  if (enabled) {', replace: '  if (enabled && required) {' },
  {
    rule: 'AUT14',
    file: secondFactorQueries,
    find: 'lt(totp.lastStep, step)',
    replace: 'lt(totp.lastStep, step + 1)',
  },
  { rule: 'AUT16', file: tries, find: 'code: { max: 15,', replace: 'code: { max: 150,' },
  { rule: 'AUT17', file: secondFactor, find: 'const CODES = 10', replace: 'const CODES = 9' },
  {
    rule: 'AUT18',
    file: handleSecondFactor,
    find: '    await requireReauthentication(context.sessions, actor)\n    const label',
    replace: '    const label',
  },
  { rule: 'AUT19', file: dropSetupRoute, find: 'if (session) await', replace: 'if (session === null) await' },
  {
    rule: 'AUT20',
    file: dropSetupRoute,
    find: 'if (!isOwnVisit(request)) throw',
    replace: "if (request.method === '') throw",
  },
  {
    rule: 'AUT21',
    file: secondFactorQueries,
    find: '    .delete(totp)\n    .where(and(eq(totp.userId, user), eq(totp.sessionId, session), isNull(totp.confirmedAt)))',
    replace: '    .delete(totp)\n    .where(eq(totp.userId, user))',
  },
  {
    rule: 'AUT25',
    file: handleRecovery,
    find: '    await context.sessions.revokeAll(person.id)\n',
    replace: '',
  },
  { rule: 'AUT26', file: tokenQueries, find: 'reset: 60 * MINUTE', replace: 'reset: 600 * MINUTE' },
  {
    rule: 'AUT29',
    file: handleRecovery,
    find: ' || taken.accountEmail !== person.email) throw',
    replace: ') throw',
  },
  {
    rule: 'AUT35',
    file: handleRecovery,
    find: '(await roles.permissionsOf(user)).includes(ROOT_PERMISSION) && ',
    replace: '(await roles.permissionsOf(user)).length < 0 && ',
  },
  {
    rule: 'AUT37',
    file: secondFactor,
    find: 'const SETUP_MS = 600_000',
    replace: 'const SETUP_MS = 6_000_000',
  },
  {
    rule: 'AUT40',
    file: handleSecondFactorStep,
    find: 'const who = device ? `${user}:${device}` : user',
    replace: 'const who = user',
  },
]
