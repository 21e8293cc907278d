import { describe, expect, it } from 'vitest'
import {
  aPerson,
  aRegistration,
  codeAt,
  PASSWORD,
  withSecondFactor,
} from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()

describe('logging in', () => {
  it('[AUT1] starts a session by user name and by address, whatever their case', async () => {
    const { registration } = await aPerson(given.product)
    for (const login of [registration.username.toUpperCase(), registration.email.toUpperCase()]) {
      const visitor = given.product.visitor()
      const answer = await visitor.post('/api/auth/login', { login, password: PASSWORD })
      expect(answer.body).toMatchObject({ success: true, step: 'done', preferences: { locale: null } })
      expect((await visitor.get('/api/user/session')).body['user_info']).toMatchObject({
        username: registration.username,
        '2fa_enabled': false,
      })
    }
  })

  it('[AUT2] answers a wrong password and an unknown person alike', async () => {
    const { registration } = await aPerson(given.product)
    const visitor = given.product.visitor()
    const known = await visitor.post('/api/auth/login', {
      login: registration.username,
      password: 'wrong one',
    })
    const unknown = await visitor.post('/api/auth/login', { login: 'nobody-here', password: 'wrong one' })
    const { request_id: _a, ...knownBody } = known.body
    const { request_id: _b, ...unknownBody } = unknown.body
    expect(known.status).toBe(400)
    expect(unknown.status).toBe(known.status)
    expect(unknownBody).toEqual(knownBody)
  })

  it('counts as a proof of who it is, also by way of the second factor, for ten minutes', async () => {
    const { registration, visitor: first } = await aPerson(given.product)
    expect((await first.post('/api/auth/2fa/setup')).status).toBe(200)
    const { secret } = await withSecondFactor(given.product, first)
    given.product.clock.advance(11 * 60_000)
    const visitor = given.product.visitor()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    await visitor.post('/api/auth/2fa/verify', { code: codeAt(secret, given.product.clock.now()) })
    expect((await visitor.post('/api/auth/2fa/recovery-codes')).status).toBe(200)
    given.product.clock.advance(11 * 60_000)
    const late = await visitor.post('/api/auth/2fa/recovery-codes')
    expect(late.body['error_code']).toBe('REAUTHENTICATION_REQUIRED')
  })

  it('writes down a failure for nobody as for somebody, so that the time it takes tells nothing', async () => {
    const { registration } = await aPerson(given.product)
    const { pool } = given.product.server.core
    const written = async () => {
      const { rows } = await pool.query("select 1 from kernel.audit where action = 'auth:login-failed'")
      return rows.length
    }
    const before = await written()
    for (const login of [registration.username, 'nobody-at-all'])
      await given.product.visitor().post('/api/auth/login', { login, password: 'wrong one' })
    expect(await written()).toBe(before + 2)
  })

  it('[AUT3] limits tries by what is typed whatever the case, and lets a known device with the right password in', async () => {
    const { registration, visitor: owner } = await aPerson(given.product)
    await owner.post('/api/auth/logout')
    for (let count = 0; count < 12; count += 1)
      await given.product.visitor(`203.0.113.${count}`).post('/api/auth/login', {
        login: count % 2 ? registration.username : registration.username.toUpperCase(),
        password: 'x',
      })
    const body = { login: registration.username, password: PASSWORD }
    const stranger = await given.product.visitor().post('/api/auth/login', body)
    expect(stranger.body['error_code']).toBe('AUTH_TOO_MANY_TRIES')
    expect(stranger.body['message']).toContain('within 15 minutes')
    expect((await owner.post('/api/auth/login', body)).status).toBe(200)
  })

  it('[AUT30] does not tell by a used up limit which name and which address belong together', async () => {
    const { registration } = await aPerson(given.product)
    const attempt = (login: string, place: string) =>
      given.product.visitor(place).post('/api/auth/login', { login, password: 'x' })
    for (let count = 0; count < 11; count += 1)
      await attempt(registration.username, `203.0.113.${100 + count}`)
    const codes = [registration.username, registration.email].map(
      async (login) => (await attempt(login, '203.0.113.200')).body['error_code'],
    )
    expect(await Promise.all(codes)).toEqual(['AUTH_TOO_MANY_TRIES', 'AUTH_INVALID'])
  })

  it('[AUT4] takes as target only a page of ours', async () => {
    const { registration } = await aPerson(given.product)
    const nextFor = async (next: string) => {
      const answer = await given.product
        .visitor()
        .post('/api/auth/login', { login: registration.username, password: PASSWORD, next })
      return answer.body['next']
    }
    expect(await nextFor('/server/create?x=1#a')).toBe('/server/create?x=1#a')
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      '/auth/login',
      '/api/x',
      '/%61pi/../api/x',
      '/./auth/logout',
      '/%61uth/logout',
      '/AUTH/logout',
      '/%2561/%2e%2e/auth/logout',
      '/x%2f..%2fauth/logout',
      '/%E0%A4%A',
    ])
      expect(await nextFor(bad)).toBeNull()
  })

  it('[AUT5] gives a new secret at log-in and kills a presented one', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const old = visitor.cookies.get('sid') ?? ''
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    expect(visitor.cookies.get('sid')).not.toBe(old)
    const thief = given.product.visitor()
    thief.cookies.set('sid', old)
    expect((await thief.get('/api/account')).status).toBe(401)
  })

  it('[AUT5] sets each cookie once', async () => {
    const { registration } = await aPerson(given.product)
    const answer = await given.product
      .visitor()
      .post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const names = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')))
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
  })

  it('[AUT10] says of a field whether it is missing or of a wrong type', async () => {
    const answer = await given.product.visitor().post('/api/auth/login', { login: 5 })
    expect(answer.body['fields']).toEqual({ login: 'invalid_type', password: 'required' })
    const locale = await given.product
      .visitor()
      .post('/api/auth/register', aRegistration({ locale: '../..' }))
    expect(locale).toMatchObject({ status: 400, body: { fields: { locale: 'invalid_format' } } })
  })

  it('[AUT6] logs out: the old cookie is worth nothing', async () => {
    const { visitor } = await aPerson(given.product)
    const old = visitor.cookies.get('sid') ?? ''
    const answer = await visitor.post('/api/auth/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(visitor.cookies.has('user_token')).toBe(false)
    visitor.cookies.set('sid', old)
    expect((await visitor.get('/api/account')).status).toBe(401)
  })

  it('[AUT7] resumes a session whose marker was lost, and nothing else', async () => {
    const { visitor } = await aPerson(given.product)
    visitor.cookies.delete('user_token')
    expect((await visitor.post('/api/auth/resume')).body).toMatchObject({ resumed: true, pending: false })
    expect(visitor.cookies.has('user_token')).toBe(true)
    expect((await given.product.visitor().post('/api/auth/resume')).body).toMatchObject({
      resumed: false,
      pending: false,
      sso: false,
    })
  })

  it('[AUT8] says that no single sign-on is configured', async () => {
    const answer = await given.product.visitor().post('/api/auth/sso', { organisation: 'example.com' })
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'AUTH_SSO_NONE' } })
  })
})

describe('registering without mail', () => {
  it('[AUT9] tells which name or address is taken', async () => {
    const { registration } = await aPerson(given.product)
    const visitor = given.product.visitor()
    const name = await visitor.post('/api/auth/register', aRegistration({ username: registration.username }))
    expect(name).toMatchObject({ status: 409, body: { fields: { username: 'taken' } } })
    const email = await visitor.post(
      '/api/auth/register',
      aRegistration({ email: registration.email.toUpperCase() }),
    )
    expect(email).toMatchObject({ status: 409, body: { fields: { email: 'taken' } } })
  })

  it('[AUT10] takes 8 to 128 characters as typed, and no common password, user name or address', async () => {
    const tryPassword = async (password: string, over = {}) =>
      (await given.product.visitor().post('/api/auth/register', aRegistration({ password, ...over }))).body
    expect(await tryPassword('7 chars')).toMatchObject({
      error_code: 'VALIDATION',
      fields: { password: 'too_small' },
    })
    expect(await tryPassword('x'.repeat(129))).toMatchObject({ fields: { password: 'too_big' } })
    expect(await tryPassword('Password123')).toMatchObject({ fields: { password: 'common_password' } })
    expect(await tryPassword('graceful1', { username: 'Graceful1' })).toMatchObject({
      fields: { password: 'same_as_name' },
    })
    const spaced = aRegistration({ password: '  🐸🐸🐸🐸  ' })
    expect((await given.product.visitor().post('/api/auth/register', spaced)).status).toBe(200)
    const login = (password: string) =>
      given.product.visitor().post('/api/auth/login', { login: spaced.username, password })
    expect((await login('🐸🐸🐸🐸')).status).toBe(400)
    expect((await login('  🐸🐸🐸🐸  ')).status).toBe(200)
  })

  it('[AUT11] says plainly, to everybody alike, that passwords cannot be reset', async () => {
    const { registration } = await aPerson(given.product)
    for (const email of [registration.email, 'nobody@example.com'])
      expect((await given.product.visitor().post('/api/auth/forgot', { email })).body['error_code']).toBe(
        'AUTH_MAIL_OFF',
      )
  })
})

describe('changing the password', () => {
  it('[AUT12] needs the old one, ends the other sessions and renews this one', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const other = given.product.visitor()
    await other.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const before = visitor.cookies.get('sid')
    const wrong = await visitor.call('PUT', '/api/auth/password', {
      current: 'no',
      password: 'another fine phrase',
    })
    expect(wrong.body['error_code']).toBe('AUTH_PASSWORD_WRONG')
    const right = await visitor.call('PUT', '/api/auth/password', {
      current: PASSWORD,
      password: 'another fine phrase',
    })
    expect(right.status).toBe(200)
    expect(visitor.cookies.get('sid')).not.toBe(before)
    expect((await visitor.get('/api/account')).status).toBe(200)
    expect((await other.get('/api/account')).status).toBe(401)
    const oldPassword = { login: registration.username, password: PASSWORD }
    expect((await given.product.visitor().post('/api/auth/login', oldPassword)).status).toBe(400)
  })
})
