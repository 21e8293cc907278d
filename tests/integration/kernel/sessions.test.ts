import type { SessionCarrier } from '@spawnpoint/sdk/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const sessionCall = '/api/user/session'

/** The client's cookies, as the kernel reads and sets them. */
const browserOf = ({ jar }: ApiClient): SessionCarrier => ({
  request: { headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }, ip: '127.0.0.1' },
  reply: {
    header: (_name, lines) => {
      for (const line of [lines].flat()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        if (/Max-Age=0/.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
    },
    getHeader: () => undefined,
  },
})

describe('the session call', () => {
  it('[CALL1, SES1] answers 401 to nobody, and expires every cookie that could make a loop', async () => {
    const nobody = server.anonymous()
    nobody.jar.set('token', 'left behind')
    const { status, body, headers } = await nobody.get(sessionCall)
    expect([status, body.success, body.error_code]).toEqual([401, false, 'UNAUTHENTICATED'])
    const expired = headers.getSetCookie().map((line) => line.split('=')[0])
    expect(expired).toEqual(
      expect.arrayContaining([
        'sid',
        'user_token',
        'session_token',
        'auth_token',
        'token',
        'spawnpoint_token',
        '2fa',
      ]),
    )
  })

  it('never takes a marker for a session', async () => {
    const forger = server.anonymous()
    for (const name of ['user_token', 'session_token', 'auth_token', 'token', 'spawnpoint_token'])
      forger.jar.set(name, '1')
    expect((await forger.get(sessionCall)).status).toBe(401)
  })

  it('[PER2, PER3] reports the permissions of a root holder with a leading wildcard', async () => {
    const { api } = await server.signIn({ role: 'Administrator' })
    const { body } = await api.get(sessionCall)
    const permissions = body['permissions'] as string[]
    expect(permissions[0]).toBe('*')
    expect(permissions).toContain('admin.root')
  })

  it('ends everywhere at once when it is ended', async () => {
    const { api, person } = await server.signIn()
    expect((await api.get(sessionCall)).status).toBe(200)
    await server.server.core.sessions.revokeAll(person.id)
    expect((await api.get(sessionCall)).status).toBe(401)
  })

  it('tells at once what a transaction has changed', async () => {
    const { api, person } = await server.signIn({ role: 'Administrator' })
    const { orm, sessions } = server.server.core
    for (let round = 0; round < 20; round += 1) {
      expect((await api.get(sessionCall)).status).toBe(200)
      await orm.transaction((tx) => sessions.ban(tx, person.id, true))
      expect(await sessions.authenticate([...api.jar].map((pair) => pair.join('=')).join('; '))).toBeNull()
      await orm.transaction((tx) => sessions.ban(tx, person.id, false))
      await sessions.start(browserOf(api), person.id)
    }
  })

  it('[OPS49] takes no proof from before the clock was set back two hours, and one of a clock that is a little ahead', async () => {
    const { api, person } = await server.signIn()
    const { sessions } = server.server.core
    const id = await sessions.start(browserOf(api), person.id)
    const prove = (ahead: string) =>
      server.pool.query('update kernel.session set proof_at = now() + $2::interval where id = $1', [
        id,
        ahead,
      ])
    await prove('2 hours')
    expect(await sessions.isReauthenticated(id)).toBe(false)
    await prove('5 seconds')
    expect(await sessions.isReauthenticated(id)).toBe(true)
  })

  it('names the new session, which may then be marked as proved', async () => {
    const { api, person } = await server.signIn()
    const { sessions } = server.server.core
    const id = await sessions.start(browserOf(api), person.id)
    expect(await sessions.isReauthenticated(id)).toBe(false)
    await sessions.markReauthenticated(id)
    expect(await sessions.isReauthenticated(id)).toBe(true)
    await sessions.startPending(browserOf(api), person.id, null)
    const pending = await sessions.pending(browserOf(api))
    const completed = await sessions.completePending(browserOf(api), pending?.id ?? '')
    expect((await sessions.list(person.id, completed)).find(({ current }) => current)?.id).toBe(completed)
  })

  it('[AUT25] ends half-sessions with the others: the password behind them may be known to a thief', async () => {
    const { person } = await server.signIn()
    const { sessions } = server.server.core
    const thief = server.anonymous()
    await sessions.startPending(browserOf(thief), person.id, null)
    await sessions.revokeAll(person.id)
    expect(await sessions.pending(browserOf(thief))).toBeNull()
  })

  it('asks for the second factor while only the password was given', async () => {
    const { person } = await server.signIn()
    const half = server.anonymous()
    await server.server.core.sessions.startPending(
      {
        request: { headers: {}, ip: '127.0.0.1' },
        reply: {
          header: (_name, lines) => {
            for (const line of [lines].flat()) {
              const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
              if (!/Max-Age=0/.test(line)) half.jar.set(name, value)
            }
          },
          getHeader: () => undefined,
        },
      },
      person.id,
      '/store',
    )
    const { status, body } = await half.get(sessionCall)
    expect([status, body.error_code]).toEqual([401, 'TW0_FA_BLOCKED'])
    expect([...half.jar.keys()]).toContain('2fa')
  })
})

describe('writes', () => {
  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  it.each(refused)('are refused from elsewhere: %o', async (headers) => {
    const { api } = await server.signIn({ role: 'Administrator' })
    const answer = await api.post('/api/locations', {}, headers as unknown as Record<string, string>)
    expect([answer.status, answer.body.error_code]).toEqual([403, 'FOREIGN_ORIGIN'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('are refused as %s', async (type) => {
    const { api } = await server.signIn({ role: 'Administrator' })
    const answer = await api.post('/api/locations', {}, { 'content-type': type })
    expect(answer.status).toBe(415)
  })
})

it('[KRN37] ends everybody’s sessions as soon as those of staff while zero trust is on', async () => {
  const { api } = await server.signIn()
  const { core } = server.server
  const leaveFor = (minutes: number) =>
    server.pool.query(`update kernel.session set last_seen_at = now() - $1 * interval '1 minute'`, [minutes])
  const status = async () => {
    core.cache.forgetAll()
    return (await api.get(sessionCall)).status
  }
  await leaveFor(31)
  expect(await status()).toBe(200)
  await leaveFor(31)
  await core.settings.write({ zero_trust_enabled: true })
  expect(await status()).toBe(401)
  await core.settings.write({ zero_trust_enabled: false })
})
