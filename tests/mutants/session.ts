import type { Mutant } from './mutant.ts'

const session = 'kernel/browser/session/session.ts'
const reactions = 'kernel/browser/session/session-reactions.ts'
const answer = 'kernel/browser/session/session-answer.ts'
const fetching = 'kernel/browser/session/fetch-session.ts'
const cookies = 'kernel/browser/session/session-cookies.ts'
const kernel = 'kernel/browser/wire-session.ts'
const texts = 'locales/en.yml'

export const sessionMutants: readonly Mutant[] = [
  {
    rule: 'SES1',
    file: session,
    find: `if (!hasUserToken(cookies)) return fail(`,
    replace: `if (false) return fail(`,
  },
  { rule: 'SES1', file: session, find: `if (!hasUserToken(cookies)) return signOut()`, replace: '' },
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
    find: `stop()\n    if (reaction.clears`,
    replace: `schedule()\n    if (reaction.clears`,
  },
  { rule: 'SES5', file: session, find: `expireCookies(cookies)\n`, replace: `\n` },
  {
    rule: 'SES5',
    file: session,
    find: 'if (reaction.clears && hasSessionCookie(cookies))',
    replace: `if (failure.code === 'UNAUTHENTICATED')`,
  },
  { rule: 'SES6', file: session, find: 'storage.clear()', replace: 'forgetCachedSession(storage, nobody)' },
  {
    rule: 'SES6',
    file: session,
    find: 'hasSessionCookie(cookies)) clearAll()',
    replace: 'hasSessionCookie(cookies)) void Promise.resolve().then(clearAll)',
  },
  {
    rule: 'SES7',
    file: session,
    find: `isReacting.setState(true, true)\n    state.setState(nobody, true)`,
    replace: 'isReacting.setState(true, true)',
  },
  {
    rule: 'SES8',
    file: reactions,
    find: `TW0_FA_BLOCKED: { goTo: 'verify', clears: true }`,
    replace: `TW0_FA_BLOCKED: { goTo: 'verify', clears: false }`,
  },
  {
    rule: 'SES9',
    file: reactions,
    find: `SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: true }`,
    replace: `SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: false }`,
  },
  {
    rule: 'SES9',
    file: session,
    find: 'hasSessionCookie(cookies)) clearAll()',
    replace: 'hasSessionCookie(cookies)) void Promise.resolve().then(clearAll)',
  },
  {
    rule: 'SES10',
    file: reactions,
    find: `{ dialog: 'expired', goTo: 'login', clears: true }`,
    replace: `{ dialog: 'expired', goTo: 'login', clears: false }`,
  },
  {
    rule: 'SES10',
    file: kernel,
    find: 'navigation.navigate(wellKnownPath(goTo), { replace: true })',
    replace: `if (!dialog) navigation.navigate(wellKnownPath(goTo), { replace: true })`,
  },
  { rule: 'SES11', file: reactions, find: `goTo: 'verify', clears`, replace: `goTo: 'login', clears` },
  { rule: 'RET1', file: fetching, find: 'const retries = 3', replace: 'const retries = 2' },
  { rule: 'RET2', file: fetching, find: 'const retryDelayMs = 2000', replace: 'const retryDelayMs = 1000' },
  { rule: 'RET3', file: fetching, find: ' && status !== 503', replace: '' },
  { rule: 'CON1', file: session, find: '60_000', replace: '120_000' },
  { rule: 'CON2', file: fetching, find: 'const retries = 3', replace: 'const retries = 4' },
  {
    rule: 'CON3',
    file: cookies,
    find: `const valid = 'user_token'`,
    replace: `const valid = 'session_token'`,
  },
  {
    rule: 'CON4',
    file: cookies,
    find: `'auth_token', 'token', 'spawnpoint_token'`,
    replace: `'auth_token', 'token'`,
  },
  { rule: 'CALL1', file: fetching, find: `cache: 'no-store',`, replace: '' },
  { rule: 'CALL1', file: fetching, find: `'cache-control': 'no-cache', pragma: 'no-cache'`, replace: '' },
  { rule: 'CALL2', file: answer, find: `entriesOf(body['stats'])`, replace: 'entriesOf(null)' },
  { rule: 'CALL2', file: answer, find: `body['success'] !== true || `, replace: '' },
  {
    rule: 'CALL3',
    file: answer,
    find: `failed('SERVER_UNAVAILABLE', status)`,
    replace: `failed('SERVER_ERROR', status)`,
  },
  {
    rule: 'CALL4',
    file: answer,
    find: `failed('SERVER_ERROR', status)`,
    replace: `failed('SERVER_UNAVAILABLE', status)`,
  },
  {
    rule: 'PER1',
    file: answer,
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
    file: reactions,
    find: `goTo: 'verify', clears`,
    replace: `dialog: 'expired', goTo: 'verify', clears`,
  },
  { rule: 'ERR2', file: texts, find: 'title: Server Unavailable', replace: 'title: Server Error' },
  { rule: 'ERR2', file: reactions, find: `dialog: 'unavailable', goTo`, replace: `dialog: 'expired', goTo` },
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
  { rule: 'ERR4', file: reactions, find: `dialog: 'startFailed', goTo`, replace: `dialog: 'expired', goTo` },
]
