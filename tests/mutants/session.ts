import type { Mutant } from './mutant.ts'

const session = 'kernel/browser/session/session.ts'
const fetching = 'kernel/browser/session/fetch-session.ts'
const kernel = 'kernel/browser/wire-session.ts'
const texts = 'locales/en.yml'

export const sessionMutants: readonly Mutant[] = [
  {
    rule: 'SES1',
    file: session,
    find: `if (!hasUserToken(cookies)) return fail(`,
    replace: `if (false) return fail(`,
  },
  {
    rule: 'SES1',
    file: session,
    find: `(hasUserToken(cookies) ? void run('refresh') : signOut())`,
    replace: `void run('refresh')`,
  },
  { rule: 'SES2', file: session, find: 'permissions: cached }', replace: 'permissions: [] }' },
  {
    rule: 'SES3',
    file: session,
    find: `schedule()\n    afterSession(`,
    replace: `if (cause === 'start') schedule()\n    afterSession(`,
  },
  {
    rule: 'SES4',
    file: session,
    find: `stop()\n    record.reject(reaction)`,
    replace: `schedule()\n    record.reject(reaction)`,
  },
  { rule: 'SES5', file: session, find: `expireCookies(cookies)\n`, replace: `\n` },
  {
    rule: 'SES5',
    file: session,
    find: 'record.reject(reaction)',
    replace: `record.reject({ ...reaction, clears: failure.code === 'UNAUTHENTICATED' })`,
  },
  { rule: 'SES6', file: session, find: 'storage.clear()', replace: 'forgetCachedSession(storage, nobody)' },
  {
    rule: 'SES6',
    file: session,
    find: 'hasSessionCookie(cookies)) clearAll(platform)',
    replace: 'hasSessionCookie(cookies)) void Promise.resolve().then(() => clearAll(platform))',
  },
  {
    rule: 'SES7',
    file: session,
    find: `isReacting.setState(true, true)\n    record.state.setState(nobody, true)`,
    replace: 'isReacting.setState(true, true)',
  },
  {
    rule: 'SES8',
    file: session,
    find: `TW0_FA_BLOCKED: { goTo: 'verify', clears: true }`,
    replace: `TW0_FA_BLOCKED: { goTo: 'verify', clears: false }`,
  },
  {
    rule: 'SES9',
    file: session,
    find: `SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: true }`,
    replace: `SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: false }`,
  },
  {
    rule: 'SES9',
    file: session,
    find: 'hasSessionCookie(cookies)) clearAll(platform)',
    replace: 'hasSessionCookie(cookies)) void Promise.resolve().then(() => clearAll(platform))',
  },
  {
    rule: 'SES10',
    file: session,
    find: `{ dialog: 'expired', goTo: 'login', clears: true }`,
    replace: `{ dialog: 'expired', goTo: 'login', clears: false }`,
  },
  {
    rule: 'SES10',
    file: kernel,
    find: 'navigation.navigate(wellKnownPath(goTo), { replace: true })',
    replace: `if (!dialog) navigation.navigate(wellKnownPath(goTo), { replace: true })`,
  },
  { rule: 'SES11', file: session, find: `goTo: 'verify', clears`, replace: `goTo: 'login', clears` },
  { rule: 'RET1', file: fetching, find: 'const retries = 3', replace: 'const retries = 2' },
  { rule: 'RET2', file: fetching, find: 'const retryDelayMs = 2000', replace: 'const retryDelayMs = 1000' },
  { rule: 'RET3', file: fetching, find: ' && status !== 503', replace: '' },
  { rule: 'CON1', file: session, find: '60_000', replace: '120_000' },
  { rule: 'CON2', file: fetching, find: 'const retries = 3', replace: 'const retries = 4' },
  {
    rule: 'CON3',
    file: session,
    find: `const valid = 'user_token'`,
    replace: `const valid = 'session_token'`,
  },
  {
    rule: 'CON4',
    file: session,
    find: `'auth_token', 'token', 'spawnpoint_token'`,
    replace: `'auth_token', 'token'`,
  },
  { rule: 'CALL1', file: fetching, find: `cache: 'no-store',`, replace: '' },
  { rule: 'CALL1', file: fetching, find: `'cache-control': 'no-cache', pragma: 'no-cache'`, replace: '' },
  { rule: 'CALL2', file: fetching, find: `entriesOf(body['stats'])`, replace: 'entriesOf(null)' },
  { rule: 'CALL2', file: fetching, find: `body['success'] !== true || `, replace: '' },
  {
    rule: 'CALL3',
    file: fetching,
    find: `failed('SERVER_UNAVAILABLE', status)`,
    replace: `failed('SERVER_ERROR', status)`,
  },
  {
    rule: 'CALL4',
    file: fetching,
    find: `failed('SERVER_ERROR', status)`,
    replace: `failed('SERVER_UNAVAILABLE', status)`,
  },
  {
    rule: 'PER1',
    file: fetching,
    find: `readPermissions(body['permissions'])`,
    replace: 'readPermissions(null)',
  },
  {
    rule: 'ENT1',
    file: 'kernel/browser/session/session-cache.ts',
    find: '[user, billing, stats].flatMap',
    replace: '[user, stats].flatMap',
  },
  {
    rule: 'ERR1',
    file: session,
    find: `goTo: 'verify', clears`,
    replace: `dialog: 'expired', goTo: 'verify', clears`,
  },
  { rule: 'ERR2', file: texts, find: 'title: Server Unavailable', replace: 'title: Server Error' },
  { rule: 'ERR2', file: session, find: `dialog: 'unavailable', goTo`, replace: `dialog: 'expired', goTo` },
  { rule: 'ERR3', file: texts, find: 'footer: Please log in again.', replace: 'footer: Please log in.' },
  {
    rule: 'ERR3',
    file: texts,
    find: 'text: Your session has expired or is invalid.',
    replace: 'text: Your session has expired.',
  },
  {
    rule: 'ERR4',
    file: texts,
    find: 'text: Failed to start session. Please try again.',
    replace: 'text: Something went wrong.',
  },
  { rule: 'ERR4', file: session, find: `dialog: 'startFailed', goTo`, replace: `dialog: 'expired', goTo` },
]
