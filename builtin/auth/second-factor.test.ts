import { describe, expect, it } from 'vitest'
import { aPerson, codeAt, PASSWORD, withSecondFactor } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()
const STEP = 30_000

const passwordStep = async (login: string, next?: string) => {
  const visitor = given.product.visitor()
  const answer = await visitor.post('/api/auth/login', {
    login,
    password: PASSWORD,
    ...(next ? { next } : {}),
  })
  return { visitor, answer }
}

const code = (secret: string) => codeAt(secret, given.product.clock.now())
const wrongCode = (secret: string) => String((Number(code(secret)) + 500_000) % 1_000_000).padStart(6, '0')

describe('the second factor', () => {
  it('[AUT13] is asked for after the password, and leads to the page that was wanted', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { secret } = await withSecondFactor(given.product, owner)
    given.product.clock.advance(STEP)
    const { visitor, answer } = await passwordStep(registration.username, '/leaderboard')
    expect(answer.body).toEqual({ success: true, step: 'verify' })
    const session = await visitor.get('/api/user/session')
    expect(session).toMatchObject({ status: 401, body: { error_code: 'TW0_FA_BLOCKED' } })
    expect((await visitor.get('/api/account')).body['error_code']).toBe('TW0_FA_BLOCKED')
    const verified = await visitor.post('/api/auth/2fa/verify', { code: code(secret) })
    expect(verified.body).toMatchObject({ step: 'done', next: '/leaderboard' })
    expect((await visitor.get('/api/account')).status).toBe(200)
  })

  it('[AUT14] takes a code once, in no session a second time', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { secret } = await withSecondFactor(given.product, owner)
    given.product.clock.advance(STEP)
    const used = code(secret)
    const first = await passwordStep(registration.username)
    expect((await first.visitor.post('/api/auth/2fa/verify', { code: used })).status).toBe(200)
    const second = await passwordStep(registration.username)
    const replayed = await second.visitor.post('/api/auth/2fa/verify', { code: used })
    expect(replayed.body['error_code']).toBe('AUTH_CODE_WRONG')
  })

  it('[AUT15] ends the half-session after five wrong codes', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { secret } = await withSecondFactor(given.product, owner)
    given.product.clock.advance(STEP)
    const { visitor } = await passwordStep(registration.username)
    const codes: unknown[] = []
    for (let count = 0; count < 5; count += 1)
      codes.push((await visitor.post('/api/auth/2fa/verify', { code: wrongCode(secret) })).body['error_code'])
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'AUTH_CODE_WRONG'), 'AUTH_PENDING_GONE'])
    const right = await visitor.post('/api/auth/2fa/verify', { code: code(secret) })
    expect(right).toMatchObject({ status: 403, body: { error_code: 'AUTH_PENDING_GONE' } })
  })

  it('[AUT16] limits codes by account over all half-sessions', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { secret } = await withSecondFactor(given.product, owner)
    given.product.clock.advance(STEP)
    const seen: unknown[] = []
    for (let round = 0; round < 4; round += 1) {
      const { visitor } = await passwordStep(registration.username)
      for (let count = 0; count < 5; count += 1)
        seen.push(
          (await visitor.post('/api/auth/2fa/verify', { code: wrongCode(secret) })).body['error_code'],
        )
    }
    expect(seen.at(-1)).toBe('AUTH_TOO_MANY_TRIES')
  })

  it('[AUT40] leaves the owner’s device its own codes when strangers have used up those of the account', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { secret } = await withSecondFactor(given.product, owner)
    given.product.clock.advance(STEP)
    for (let round = 0; round < 4; round += 1) {
      const { visitor } = await passwordStep(registration.username)
      for (let count = 0; count < 5; count += 1)
        await visitor.post('/api/auth/2fa/verify', { code: wrongCode(secret) })
    }
    const stranger = await passwordStep(registration.username)
    const refused = await stranger.visitor.post('/api/auth/2fa/verify', { code: code(secret) })
    expect(refused.body['error_code']).toBe('AUTH_TOO_MANY_TRIES')
    await owner.post('/api/auth/logout')
    await owner.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const entered = await owner.post('/api/auth/2fa/verify', { code: code(secret) })
    expect(entered.body).toMatchObject({ step: 'done' })
  })

  it('[AUT17] gives ten recovery codes, each good once and for its owner only', async () => {
    const { visitor: owner, registration } = await aPerson(given.product)
    const { codes } = await withSecondFactor(given.product, owner)
    const other = await aPerson(given.product)
    await withSecondFactor(given.product, other.visitor)
    expect(new Set(codes).size).toBe(10)
    const [spent = ''] = codes
    const foreign = await passwordStep(other.registration.username)
    expect((await foreign.visitor.post('/api/auth/2fa/verify', { code: spent })).body['error_code']).toBe(
      'AUTH_CODE_WRONG',
    )
    const first = await passwordStep(registration.username)
    expect((await first.visitor.post('/api/auth/2fa/verify', { code: spent.toLowerCase() })).status).toBe(200)
    const second = await passwordStep(registration.username)
    expect((await second.visitor.post('/api/auth/2fa/verify', { code: spent })).body['error_code']).toBe(
      'AUTH_CODE_WRONG',
    )
    expect((await first.visitor.get('/api/auth/2fa')).body).toMatchObject({
      enabled: true,
      recoveryCodesLeft: 9,
    })
  })

  it('[AUT31] gives the session another number once the second factor is set up, and ends the others', async () => {
    const { registration, visitor } = await aPerson(given.product)
    const other = given.product.visitor()
    await other.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const old = visitor.cookies.get('sid') ?? ''
    await withSecondFactor(given.product, visitor)
    expect(visitor.cookies.get('sid')).not.toBe(old)
    expect((await visitor.get('/api/account')).status).toBe(200)
    const thief = given.product.visitor()
    thief.cookies.set('sid', old)
    expect((await thief.get('/api/account')).status).toBe(401)
    expect((await other.get('/api/account')).status).toBe(401)
  })

  it('[AUT18] is set up and switched off only with recent reauthentication', async () => {
    const { visitor } = await aPerson(given.product)
    given.product.clock.advance(11 * 60_000)
    expect((await visitor.get('/api/auth/2fa')).body).toMatchObject({ enabled: false })
    expect((await visitor.post('/api/auth/2fa/setup')).body['error_code']).toBe('REAUTHENTICATION_REQUIRED')
    await withSecondFactor(given.product, visitor)
    given.product.clock.advance(11 * 60_000)
    expect((await visitor.post('/api/auth/2fa/disable')).body['error_code']).toBe('REAUTHENTICATION_REQUIRED')
    expect((await visitor.post('/api/auth/2fa/recovery-codes')).body['error_code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect((await visitor.post('/api/auth/2fa/disable')).status).toBe(200)
    expect((await visitor.get('/api/auth/2fa')).body).toMatchObject({ enabled: false })
  })
})

describe('a set-up', () => {
  it('[AUT37] ends after ten minutes', async () => {
    const { visitor } = await aPerson(given.product)
    const started = await visitor.post('/api/auth/2fa/setup')
    const secret = String(started.body['secret'])
    given.product.clock.advance(601_000)
    const late = await visitor.post('/api/auth/2fa/setup/confirm', {
      code: codeAt(secret, given.product.clock.now()),
    })
    expect(late.body['error_code']).toBe('AUTH_2FA_NOT_STARTED')
    expect((await visitor.get('/api/auth/2fa')).body).toMatchObject({ enabled: false })
    expect((await withSecondFactor(given.product, visitor)).codes).toHaveLength(10)
  })
})

describe('force_2fa', () => {
  it('[AUT32, KRN14] refuses every write until the second factor is set up, then none', async () => {
    const { settings } = given.product.server.core
    const { visitor } = await aPerson(given.product)
    const rename = () =>
      visitor.call('PUT', '/api/account/profile', { firstName: 'Grace', lastName: 'Hopper' })
    expect((await rename()).status).toBe(200)
    await settings.write({ force_2fa: true })
    const barred = await rename()
    expect([barred.status, barred.body['error_code']]).toEqual([403, 'REQUIRED_STEP_OPEN'])
    expect((await visitor.post('/api/auth/2fa/recovery-codes')).body['error_code']).toBe('REQUIRED_STEP_OPEN')
    const session = await visitor.get('/api/user/session')
    expect(session.body['user_info']).toMatchObject({ required_step: 'second-factor' })
    await withSecondFactor(given.product, visitor)
    expect((await rename()).status).toBe(200)
    expect((await visitor.get('/api/user/session')).body['user_info']).toMatchObject({ required_step: null })
    await settings.write({ force_2fa: false })
  })

  it('[AUT32] lets who owes it log out', async () => {
    const { settings } = given.product.server.core
    const { visitor } = await aPerson(given.product)
    await settings.write({ force_2fa: true })
    expect((await visitor.post('/api/auth/logout')).status).toBe(200)
    await settings.write({ force_2fa: false })
    expect((await visitor.get('/api/account')).status).toBe(401)
  })
})

describe('/api/auth/2fa/setup/kill', () => {
  const kill = '/api/auth/2fa/setup/kill'
  const own = { 'sec-fetch-site': 'same-origin' }

  it('[AUT19] drops an unconfirmed set-up of the own session', async () => {
    const { visitor } = await aPerson(given.product)
    await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
    const { body } = await visitor.post('/api/auth/2fa/setup')
    const answer = await visitor.get(kill, own)
    expect(answer.status).toBe(303)
    const late = await visitor.post('/api/auth/2fa/setup/confirm', { code: code(String(body['secret'])) })
    expect(late.body['error_code']).toBe('AUTH_2FA_NOT_STARTED')
  })

  it('[AUT20] changes nothing for another site, a picture, a prefetch or another session', async () => {
    const { visitor, registration } = await aPerson(given.product)
    const other = given.product.visitor()
    await other.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
    const { body } = await visitor.post('/api/auth/2fa/setup')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
      { ...own, 'sec-purpose': 'prefetch' },
      { ...own, 'sec-fetch-dest': 'image' },
      { ...own, 'sec-fetch-dest': 'iframe' },
    ])
      expect((await visitor.get(kill, headers)).status).toBe(403)
    expect((await other.get(kill, own)).status).toBe(303)
    const confirmed = await visitor.post('/api/auth/2fa/setup/confirm', {
      code: code(String(body['secret'])),
    })
    expect(confirmed.status).toBe(200)
  })

  it('[AUT21] never switches a second factor off: it leads to the account', async () => {
    const { visitor } = await aPerson(given.product)
    await withSecondFactor(given.product, visitor)
    const answer = await visitor.get(kill, own)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/account')
    expect((await visitor.get('/api/auth/2fa')).body).toMatchObject({ enabled: true })
  })
})
