import { expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createSession, type SessionReaction } from './session.ts'

const good = {
  success: true,
  error_code: null,
  user_info: { username: 'ada', avatar: '/a.png', locale: 'evil' },
  billing: { coins: 120 },
  stats: { servers: 2, tags: ['vip'] },
  permissions: ['admin.users.list'],
}

type Answer = { readonly status: number; readonly body?: unknown; readonly text?: string } | 'network'

const setUp = (given: {
  cookies?: Record<string, string>
  storage?: Record<string, string>
  answers?: Answer[]
}) => {
  const answers: Answer[] = given.answers ?? [{ status: 200, body: good }]
  const calls: { path: string; init: RequestInit | undefined; at: number }[] = []
  const platform = createMemoryPlatform({
    cookies: given.cookies ?? { user_token: 'x' },
    storage: given.storage ?? {},
    fetch: async (path, init) => {
      calls.push({ path, init, at: platform.clock.now() })
      const answer = answers[Math.min(calls.length, answers.length) - 1] ?? 'network'
      if (answer === 'network') throw new TypeError('failed to fetch')
      return new Response(answer.text ?? JSON.stringify(answer.body ?? {}), { status: answer.status })
    },
  })
  const reactions: SessionReaction[] = []
  /** The state of the browser at each reaction. */
  const found: unknown[] = []
  const afterSession = vi.fn()
  const onRefused = vi.fn()
  const isHandled = vi.fn(() => false)
  const session = createSession({
    platform,
    onAnswer: () => undefined,
    onRefused,
    afterSession,
    isHandled,
    react: async (reaction) => {
      reactions.push(reaction)
      found.push({
        cookies: platform.cookies.names(),
        entries: platform.storage.entries(),
        permissions: session.state.getState().permissions,
      })
    },
  })
  return { platform, session, calls, answers, reactions, found, afterSession, isHandled, onRefused }
}

const failed = (code: string, status = 401): Answer => ({
  status,
  body: { success: false, error_code: code },
})

it('[SES2] knows the cached permissions before the answer is there', () => {
  const { session, calls } = setUp({ storage: { user_permissions: '["admin.health.view"]' } })
  expect(calls).toHaveLength(0)
  expect(session.state.getState()).toMatchObject({ status: 'unknown', permissions: ['admin.health.view'] })
})

it('[CALL1] asks without a payload and without caches', async () => {
  const { session, calls } = setUp({})
  await session.start()
  expect(calls[0]).toMatchObject({ path: '/api/user/session', init: { method: 'GET', cache: 'no-store' } })
  expect(calls[0]?.init?.body).toBeUndefined()
  expect(calls[0]?.init?.headers).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' })
})

it('[CALL2][PER1] reads user, billing, stats and permissions', async () => {
  const { session, afterSession } = setUp({})
  await session.start()
  expect(session.state.getState()).toMatchObject({
    status: 'signed-in',
    user: { username: 'ada' },
    billing: { coins: 120 },
    permissions: ['admin.users.list'],
  })
  expect(afterSession).toHaveBeenCalledWith(expect.objectContaining({ stats: good.stats }), 'start')
})

it('[CALL2] believes the success flag rather than the status', async () => {
  const { session } = setUp({ answers: [{ status: 200, body: { ...good, success: false } }] })
  await session.start()
  expect(session.state.getState().status).toBe('signed-out')
})

it('[CON5] keeps every entry under its own key and lets none take a key of the product', async () => {
  const { session, platform, onRefused } = setUp({ storage: { locale: 'DE' } })
  await session.start()
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(['locale'])
  expect(Object.fromEntries(platform.storage.entries())).toMatchObject({
    username: 'ada',
    coins: '120',
    tags: '["vip"]',
    user_permissions: '["admin.users.list"]',
    locale: 'DE',
  })
})

it('asks nothing while there is no session cookie', async () => {
  const { session, calls } = setUp({ cookies: {} })
  await session.start()
  expect(calls).toHaveLength(0)
  expect(session.state.getState().status).toBe('signed-out')
})

it.each(['user_token', 'session_token', 'auth_token', 'token', 'spawnpoint_token'])(
  '[CON3][CON4] takes %s for a session cookie',
  (name) => {
    expect(setUp({ cookies: { [name]: 'x' } }).session.isLoggedIn()).toBe(true)
    expect(setUp({ cookies: { [`my_${name}`]: 'x' } }).session.isLoggedIn()).toBe(false)
  },
)

it('[SES1] is not valid without user_token, whatever the answer says', async () => {
  const { session, reactions } = setUp({ cookies: { auth_token: 'x' } })
  await session.start()
  expect(session.state.getState().status).toBe('signed-out')
  expect(reactions).toMatchObject([{ dialog: 'expired', goTo: 'login' }])
})

it('[SES3][CON1] refreshes every 60 seconds while the cookie is there', async () => {
  const { session, platform, calls } = setUp({})
  await session.start()
  await platform.clock.advance(59_999)
  expect(calls).toHaveLength(1)
  await platform.clock.advance(1)
  expect(calls).toHaveLength(2)
  await platform.clock.advance(60_000)
  expect(calls).toHaveLength(3)
})

it('[SES1][SES3] stops and signs out once the cookie is gone', async () => {
  const { session, platform, calls } = setUp({})
  await session.start()
  platform.cookies.expire('user_token')
  await platform.clock.advance(180_000)
  expect(calls).toHaveLength(1)
  expect(session.state.getState().status).toBe('signed-out')
})

it('[SES4] stops refreshing once the server is unavailable', async () => {
  const { session, platform, calls } = setUp({ answers: [{ status: 200, body: good }, { status: 503 }] })
  // A cookie of a parent domain stays, so that only the stopped timer keeps the next call from being made.
  platform.cookies.expire = () => undefined
  await session.start()
  await platform.clock.advance(300_000)
  expect(calls).toHaveLength(2)
  expect(platform.cookies.get('user_token')).toBe('x')
})

const failures: readonly (readonly [string, Answer, Omit<SessionReaction, 'clears'>])[] = [
  ['[SES8][SES11][ERR1] TW0_FA_BLOCKED', failed('TW0_FA_BLOCKED'), { goTo: 'verify' }],
  ['[SES8] TW0_FA_BLOCKED at 200', failed('TW0_FA_BLOCKED', 200), { goTo: 'verify' }],
  ['[SES9][ERR2][CALL3] 503', { status: 503 }, { dialog: 'unavailable', goTo: 'login' }],
  ['[SES10][ERR3] 500', { status: 500 }, { dialog: 'expired', goTo: 'login' }],
  ['[SES10][ERR3] UNAUTHENTICATED', failed('UNAUTHENTICATED'), { dialog: 'expired', goTo: 'login' }],
  ['[SES10][ERR3] any other code', failed('ACCOUNT_MOVED', 403), { dialog: 'expired', goTo: 'login' }],
  ['[SES10] the name of a built-in property', failed('constructor'), { dialog: 'expired', goTo: 'login' }],
  ['[SES10] an unreadable answer', { status: 200, text: '<html>' }, { dialog: 'expired', goTo: 'login' }],
  ['[SES10] a rate limit', failed('RATE_LIMITED', 429), { dialog: 'expired', goTo: 'login' }],
]

it.each(failures)(
  '[SES5][SES6][SES7] %s clears cookies, local storage and permissions, then reacts',
  async (_failure, answer, reaction) => {
    const { session, platform, reactions, found } = setUp({
      cookies: { user_token: 'x', auth_token: 'y', locale: 'DE' },
      storage: { user_permissions: '["admin.root"]', locale: 'DE', 'ui-settings': '{}', other: '1' },
      answers: [answer],
    })
    const started = session.start()
    await platform.clock.advance(6000)
    await started
    expect(reactions).toEqual([{ ...reaction, clears: true }])
    // As it was when the visitor was told, not only at the end.
    expect(found).toEqual([{ cookies: [], entries: [], permissions: [] }])
    expect(platform.storage.entries()).toEqual([])
  },
)

it('[CALL4][ERR3] treats another 5xx as SERVER_ERROR', async () => {
  const { session, platform, reactions, isHandled } = setUp({ answers: [{ status: 500 }] })
  const started = session.start()
  await platform.clock.advance(6000)
  await started
  expect(isHandled).toHaveBeenCalledWith({ code: 'SERVER_ERROR', status: 500 })
  expect(reactions).toMatchObject([{ dialog: 'expired', goTo: 'login' }])
})

it('[RET1][RET2][CON2] tries three times more, two seconds apart', async () => {
  const { session, platform, calls } = setUp({ answers: [{ status: 502 }] })
  const started = session.start()
  await platform.clock.advance(60_000)
  await started
  expect(calls.map(({ at }) => at)).toEqual([0, 2000, 4000, 6000])
})

it.each([
  ['an unreadable answer', { status: 200, text: '<html>' }],
  ['a time-out of a proxy', { status: 408, text: '' }],
  ['a rate limit', failed('RATE_LIMITED', 429)],
] as const)('[RET1][RET2] retries %s, and keeps the session when a retry succeeds', async (_name, answer) => {
  const { session, platform, calls, reactions } = setUp({
    answers: [answer, answer, answer, { status: 200, body: good }],
  })
  const started = session.start()
  await platform.clock.advance(6000)
  await started
  expect(calls.map(({ at }) => at)).toEqual([0, 2000, 4000, 6000])
  expect(reactions).toEqual([])
  expect(session.state.getState().status).toBe('signed-in')
})

it('[RET1] is content with a retry that succeeds', async () => {
  const { session, platform, calls } = setUp({ answers: ['network', { status: 200, body: good }] })
  const started = session.start()
  await platform.clock.advance(2000)
  await started
  expect(calls).toHaveLength(2)
  expect(session.state.getState().status).toBe('signed-in')
})

it('[RET3] does not retry a 503', async () => {
  const { session, platform, calls } = setUp({ answers: [{ status: 503 }] })
  await session.start()
  await platform.clock.advance(60_000)
  expect(calls).toHaveLength(1)
})

it('does not retry a definite no', async () => {
  const { session, platform, calls } = setUp({ answers: [failed('UNAUTHENTICATED')] })
  await session.start()
  await platform.clock.advance(60_000)
  expect(calls).toHaveLength(1)
})

it('[ERR4] tells that the session could not be started, and keeps what the visitor has stored', async () => {
  const { session, platform, reactions } = setUp({ storage: { note: '1' }, answers: ['network'] })
  const started = session.start()
  await platform.clock.advance(6000)
  await started
  expect(reactions).toEqual([{ dialog: 'startFailed', goTo: 'login', clears: false }])
  expect(platform.storage.get('note')).toBe('1')
})

it('survives a blink of the network during a refresh', async () => {
  const { session, platform, reactions, calls } = setUp({
    answers: [
      { status: 200, body: good },
      'network',
      'network',
      'network',
      'network',
      { status: 200, body: good },
    ],
  })
  await session.start()
  await platform.clock.advance(60_000 + 6000 + 60_000)
  expect(reactions).toEqual([])
  expect(session.state.getState().status).toBe('signed-in')
  expect(calls).toHaveLength(6)
})

it('ignores the cookies of a failed session until the next log-in, so that nobody goes round in circles', async () => {
  const { session, platform, answers } = setUp({ answers: [failed('UNAUTHENTICATED')] })
  await session.start()
  // A cookie on the parent domain cannot be removed from here.
  platform.cookies.set('user_token', 'stale')
  expect(session.isLoggedIn()).toBe(false)
  answers.push({ status: 200, body: good })
  await session.refresh('login')
  expect(session.isLoggedIn()).toBe(true)
  expect(session.state.getState().status).toBe('signed-in')
})

it('leaves the reaction to a plugin that handled the failure', async () => {
  const { session, reactions, isHandled } = setUp({ answers: [failed('UNAUTHENTICATED')] })
  isHandled.mockReturnValue(true)
  await session.start()
  expect(reactions).toEqual([])
  expect(session.state.getState().status).toBe('signed-out')
})

it('forgets the session and its entries after log-out, but not the preferences', async () => {
  const { session, platform } = setUp({ storage: { 'ui-settings': '{}' } })
  await session.start()
  session.forget()
  expect(Object.fromEntries(platform.storage.entries())).toEqual({ 'ui-settings': '{}' })
  expect(session.isLoggedIn()).toBe(false)
})

it.each(['this', 'another'])(
  '[SRV14] a log-out in %s tab removes what goes with the session',
  async (tab) => {
    const storage = { 'session:server_create_draft:1': '{}', 'server_address_copied:1': 'true' }
    const { session, platform } = setUp({ storage })
    await session.start()
    expect(platform.storage.get('session:server_create_draft:1')).toBe('{}')
    if (tab === 'another') {
      platform.cookies.expire('user_token')
      session.follow()
    } else session.forget()
    expect(platform.storage.entries()).toEqual([['server_address_copied:1', 'true']])
  },
)

it('[SES1] follows a log-out and a log-in of another tab', async () => {
  const { session, platform, calls, reactions } = setUp({})
  await session.start()
  session.follow()
  expect(session.state.getState().status).toBe('signed-in')
  platform.cookies.expire('user_token')
  session.follow()
  expect(session.state.getState()).toMatchObject({ status: 'signed-out', user: {} })
  platform.cookies.set('user_token', 'y')
  session.follow()
  expect(calls).toHaveLength(1)
  platform.storage.set('user_permissions', '[]')
  session.follow()
  await platform.clock.advance(0)
  expect(session.state.getState().status).toBe('signed-in')
  expect(reactions).toEqual([])
})
