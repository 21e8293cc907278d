import { describe, expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()

describe('the own account', () => {
  it('[ACN2] keeps names, and refuses what is no name or no field of the form', async () => {
    const { visitor } = await aPerson(given.product)
    const profile = { firstName: 'Grace', lastName: 'Hopper' }
    expect((await visitor.call('PUT', '/api/account/profile', profile)).status).toBe(200)
    expect((await visitor.get('/api/account')).body).toMatchObject(profile)
    const picture = { ...profile, avatar: '/api/images/1' }
    expect((await visitor.call('PUT', '/api/account/profile', picture)).status).toBe(400)
    for (const firstName of ["O'Brien-Łuczak", 'Gr4ce'])
      expect((await visitor.call('PUT', '/api/account/profile', { ...profile, firstName })).status).toBe(
        firstName === 'Gr4ce' ? 400 : 200,
      )
  })

  it('[ACN3] lists sessions, ends one or all others, and none of somebody else', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const others = [given.product.visitor(), given.product.visitor()]
    for (const other of others)
      await other.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const list = async () =>
      (await visitor.get('/api/account/sessions')).body['sessions'] as {
        id: string
        current: boolean
        device: string
      }[]
    const sessions = await list()
    expect(sessions).toHaveLength(3)
    expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux' })
    const foreign = sessions.find(({ current }) => !current)
    const stranger = await aPerson(given.product)
    expect((await stranger.visitor.call('DELETE', `/api/account/sessions/${foreign?.id}`)).status).toBe(404)
    expect((await visitor.call('DELETE', `/api/account/sessions/${foreign?.id}`)).status).toBe(200)
    expect(await list()).toHaveLength(2)
    expect((await visitor.call('DELETE', '/api/account/sessions')).status).toBe(200)
    expect((await list()).map(({ current }) => current)).toEqual([true])
    for (const other of others) expect((await other.get('/api/account')).status).toBe(401)
  })

  it('[ACN4] gives the kept looks back at the next log-in', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const looks = { locale: 'FR', transition: 'flip', uiSettings: { theme: 'dark' } }
    expect((await visitor.call('PUT', '/api/account/preferences', looks)).status).toBe(200)
    const answer = await given.product
      .visitor()
      .post('/api/auth/login', { login: registration.username, password: PASSWORD })
    expect(answer.body['preferences']).toEqual(looks)
  })

  it('[ACN5] shows what happened to the account, also by others', async () => {
    const { visitor, registration } = await aPerson(given.product)
    await given.product
      .visitor()
      .post('/api/auth/login', { login: registration.username, password: 'wrong one' })
    const { body } = await visitor.get('/api/account/activity')
    const entries = body['items'] as { action: string; own: boolean }[]
    expect(entries.map(({ action, own }) => [action, own])).toEqual([
      ['auth:login-failed', false],
      ['auth:logged-in', true],
      ['auth:registered', true],
    ])
  })

  it('[ACN5] does not tell from where others acted', async () => {
    const [{ visitor, registration }, other] = [await aPerson(given.product), await aPerson(given.product)]
    await given.product.server.core.pool.query(
      `insert into kernel.audit (actor, action, target, ip)
       select staff.id, 'users:edited', person.id, '203.0.113.66' from users.account staff, users.account person
       where staff.username = $1 and person.username = $2`,
      [other.registration.username, registration.username],
    )
    const { body } = await visitor.get('/api/account/activity')
    expect(body['items']).toMatchObject([
      { action: 'users:edited', own: false, ip: null },
      { action: 'auth:logged-in', own: true, ip: expect.any(String) },
      { action: 'auth:registered' },
    ])
  })

  it('[ACN6] is deleted only with recent reauthentication and its name, and is then gone', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const body = { username: registration.username }
    given.product.clock.advance(11 * 60_000)
    expect((await visitor.post('/api/account/delete', body)).body['error_code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
    const wrong = await visitor.post('/api/account/delete', { username: 'somebody' })
    expect(wrong.body['error_code']).toBe('ACCOUNT_NAME_MISMATCH')
    expect((await visitor.post('/api/account/delete', body)).status).toBe(200)
    const login = { login: registration.username, password: PASSWORD }
    expect((await given.product.visitor().post('/api/auth/login', login)).body['error_code']).toBe(
      'AUTH_INVALID',
    )
  })

  it('[ACN7] tells the session who it is, and no secret', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const info = (await visitor.get('/api/user/session')).body['user_info'] as Record<string, unknown>
    expect(info).toMatchObject({
      username: registration.username,
      email: registration.email,
      first_name: 'Ada',
      verified: true,
    })
    expect(Object.keys(info)).toEqual(
      expect.arrayContaining(['role', 'role_real_name', 'first_seen', 'last_seen']),
    )
    expect(Object.keys(info).filter((key) => /pass|secret|hash|ip/.test(key))).toEqual([])
  })
})
