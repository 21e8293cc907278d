import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { aRegistration, PASSWORD } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()
let box: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  box = await startMailbox()
  await given.product.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Spawnpoint <noreply@example.com>',
  })
})
afterAll(() => box.stop())

const secretIn = (email: string, name: string) => new RegExp(`#${name}=([\\w-]{43})`).exec(email)?.[1] ?? ''

/** Registered, and the address confirmed by the email. */
async function aConfirmedPerson(over: Readonly<Record<string, unknown>> = {}) {
  const registration = aRegistration(over)
  const visitor = given.product.visitor()
  await visitor.post('/api/auth/register', registration)
  const token = secretIn(await box.emailTo(registration.email), 'verify')
  await visitor.post('/api/auth/verify-email', { token })
  return { registration, visitor, token }
}

const logIn = (login: string, password = PASSWORD) =>
  given.product.visitor().post('/api/auth/login', { login, password })

describe('with a mail server', () => {
  it('[MAI3] sends a test email for an admin and says why the mail server refused', async () => {
    const admin = given.product.visitor()
    const setupToken = /#setup=([\w-]{43})/.exec(given.printed)?.[1]
    await admin.post('/api/auth/register', aRegistration({ setupToken }))
    expect((await admin.post('/api/mail/test', { address: 'staff@example.com' })).status).toBe(200)
    expect(await box.emailTo('staff@example.com')).toContain('Test email')
    box.refuse(true)
    const refused = await admin.post('/api/mail/test', { address: 'staff@example.com' })
    box.refuse(false)
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'MAIL_FAILED' } })
    expect(JSON.stringify(refused.body['details'])).toContain('not today')
    expect(
      (await admin.post('/api/mail/test', { address: 'a@example.com\r\nBcc: b@example.com' })).status,
    ).toBe(400)
  })

  it('[AUT23] lets nobody in before the address is confirmed, once, by the email', async () => {
    const registration = aRegistration({ locale: 'DE' })
    const answer = await given.product.visitor().post('/api/auth/register', registration)
    expect(answer.body).toEqual({ success: true, step: 'check-mail' })
    const email = await box.emailTo(registration.email)
    expect(email).toContain('Subject: =?UTF-8?Q?Best')
    const before = box.count()
    expect((await logIn(registration.username)).body['error_code']).toBe('AUTH_NOT_VERIFIED')
    const newest = secretIn(await box.emailTo(registration.email, before), 'verify')
    const visitor = given.product.visitor()
    expect((await visitor.post('/api/auth/verify-email', { token: newest })).status).toBe(200)
    expect((await visitor.post('/api/auth/verify-email', { token: newest })).status).toBe(400)
    expect((await logIn(registration.username)).status).toBe(200)
  })

  it('[AUT29] does not let an older link undo what staff made of an address', async () => {
    const { registration, visitor } = await aConfirmedPerson()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const wanted = `wanted-${registration.email}`
    await visitor.call('PUT', '/api/account/email', { email: wanted })
    const token = secretIn(await box.emailTo(wanted), 'verify')
    const corrected = `corrected-${registration.email}`
    await given.product.server.core.pool.query('update users.account set email = $1 where username = $2', [
      corrected,
      registration.username,
    ])
    const late = await given.product.visitor().post('/api/auth/verify-email', { token })
    expect(late.body['error_code']).toBe('AUTH_TOKEN_INVALID')
    expect((await visitor.get('/api/account')).body['email']).toBe(corrected)
  })

  it('[AUT24] answers a registration with a known address like any other and writes to its owner', async () => {
    const { registration } = await aConfirmedPerson()
    const before = box.count()
    const again = aRegistration({ email: registration.email })
    const answer = await given.product.visitor().post('/api/auth/register', again)
    expect(answer.body).toEqual({ success: true, step: 'check-mail' })
    expect(await box.emailTo(registration.email, before)).toContain('You already have an account')
    expect((await logIn(again.username)).body['error_code']).toBe('AUTH_INVALID')
  })

  it('[AUT25] resets a password by the newest token, once, and ends every session', async () => {
    const { registration } = await aConfirmedPerson()
    const inside = given.product.visitor()
    await inside.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const ask = async () => {
      const before = box.count()
      const answer = await given.product.visitor().post('/api/auth/forgot', { email: registration.email })
      expect(answer.body).toEqual({ success: true })
      return secretIn(await box.emailTo(registration.email, before), 'token')
    }
    const old = await ask()
    const token = await ask()
    const reset = (secret: string, password = 'a brand new phrase') =>
      given.product.visitor().post('/api/auth/reset', { token: secret, password })
    expect((await reset(old)).body['error_code']).toBe('AUTH_TOKEN_INVALID')
    expect((await reset(token, 'password123')).body['error_code']).toBe('AUTH_PASSWORD_WEAK')
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token)).body['error_code']).toBe('AUTH_TOKEN_INVALID')
    expect((await inside.get('/api/account')).status).toBe(401)
    expect((await logIn(registration.username, 'a brand new phrase')).status).toBe(200)
  })

  it('[AUT25] refuses links asked for before the password changed: a reset, and a thief’s change of address', async () => {
    const { registration } = await aConfirmedPerson()
    const visitor = given.product.visitor()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const before = box.count()
    await given.product.visitor().post('/api/auth/forgot', { email: registration.email })
    const reset = secretIn(await box.emailTo(registration.email, before), 'token')
    const theirs = `thief-${registration.email}`
    await visitor.call('PUT', '/api/account/email', { email: theirs })
    const change = secretIn(await box.emailTo(theirs), 'verify')
    const password = 'a brand new phrase'
    expect((await visitor.call('PUT', '/api/auth/password', { current: PASSWORD, password })).status).toBe(
      200,
    )
    const late = [
      await given.product
        .visitor()
        .post('/api/auth/reset', { token: reset, password: 'the phrase of a thief' }),
      await given.product.visitor().post('/api/auth/verify-email', { token: change }),
    ]
    expect(late.map(({ body }) => body['error_code'])).toEqual(['AUTH_TOKEN_INVALID', 'AUTH_TOKEN_INVALID'])
    expect((await visitor.get('/api/account')).body['email']).toBe(registration.email)
  })

  it('[AUT26] refuses a reset token after an hour', async () => {
    const { registration } = await aConfirmedPerson()
    const before = box.count()
    await given.product.visitor().post('/api/auth/forgot', { email: registration.email })
    const token = secretIn(await box.emailTo(registration.email, before), 'token')
    given.product.clock.advance(61 * 60_000)
    const answer = await given.product
      .visitor()
      .post('/api/auth/reset', { token, password: 'a brand new phrase' })
    expect(answer.body['error_code']).toBe('AUTH_TOKEN_INVALID')
  })

  it('[AUT27] answers a forgotten password alike whether or not the address is known', async () => {
    const answer = await given.product
      .visitor()
      .post('/api/auth/forgot', { email: 'nobody-at-all@example.com' })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  it('[ACN1] changes an address only once the new one has answered, and tells the old one', async () => {
    const { registration } = await aConfirmedPerson()
    const visitor = given.product.visitor()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const email = `new-${registration.email}`
    given.product.clock.advance(11 * 60_000)
    expect((await visitor.call('PUT', '/api/account/email', { email })).body['error_code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect((await visitor.call('PUT', '/api/account/email', { email })).body).toMatchObject({
      state: 'email-sent',
    })
    expect((await visitor.get('/api/account')).body['email']).toBe(registration.email)
    const before = box.count()
    const token = secretIn(await box.emailTo(email), 'verify')
    await visitor.post('/api/auth/verify-email', { token })
    expect((await visitor.get('/api/account')).body['email']).toBe(email)
    expect(await box.emailTo(registration.email, before)).toContain('changed')
  })

  it('[MAI1, MAI8] lists the own emails without their links, which are gone once they are sent, and only those', async () => {
    const { registration } = await aConfirmedPerson()
    const visitor = given.product.visitor()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    const { body } = await visitor.get('/api/mail/emails')
    expect(body).toMatchObject({
      items: [{ subject: expect.stringContaining('Verify'), status: 'sent' }],
      next: null,
    })
    expect(JSON.stringify(body)).not.toContain('#verify=')
    const { rows } = await given.product.server.core.pool.query(
      'select action_label, action_url from mail.email where address = $1',
      [registration.email],
    )
    expect(rows).toEqual([{ action_label: expect.any(String), action_url: null }])
    const [email] = body['items'] as { id: string }[]
    const stranger = (await aConfirmedPerson()).registration
    const other = given.product.visitor()
    await other.post('/api/auth/login', { login: stranger.username, password: PASSWORD })
    expect((await other.call('DELETE', `/api/mail/emails/${email?.id}`)).status).toBe(404)
    expect((await visitor.call('DELETE', `/api/mail/emails/${email?.id}`)).status).toBe(200)
    expect((await visitor.get('/api/mail/emails')).body['items']).toEqual([])
  })

  it('[MAI2] lets no customer send test emails', async () => {
    const { registration } = await aConfirmedPerson()
    const visitor = given.product.visitor()
    await visitor.post('/api/auth/login', { login: registration.username, password: PASSWORD })
    expect((await visitor.post('/api/mail/test', { address: 'a@example.com' })).status).toBe(403)
  })
})
