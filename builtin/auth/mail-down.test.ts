import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { aPerson, aRegistration, PASSWORD } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()
let box: Awaited<ReturnType<typeof startMailbox>>
let owner: Awaited<ReturnType<typeof aPerson>>
let unconfirmed: ReturnType<typeof aRegistration>

/** Mail is configured and one account waits for its confirmation; then the mail plugin goes off. */
beforeAll(async () => {
  const { plugins, core } = given.product.server
  owner = await aPerson(given.product)
  box = await startMailbox()
  await core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Spawnpoint <noreply@example.com>',
  })
  unconfirmed = aRegistration()
  await given.product.visitor().post('/api/auth/register', unconfirmed)
  // It writes emails, and cannot stay without them.
  await plugins.disable('mail-templates', null)
  await plugins.disable('mail', null)
})
afterAll(() => box.stop())

const down = { status: 503, body: { error_code: 'AUTH_MAIL_DOWN' } }

it('[AUT34] refuses registrations while mail is configured and does not run', async () => {
  const registration = aRegistration()
  expect(await given.product.visitor().post('/api/auth/register', registration)).toMatchObject(down)
  const logIn = { login: registration.username, password: PASSWORD }
  expect((await given.product.visitor().post('/api/auth/login', logIn)).body['error_code']).toBe(
    'AUTH_INVALID',
  )
})

it('[AUT34] says so to those who forgot their password, whatever the address', async () => {
  for (const email of [owner.registration.email, 'nobody@example.com'])
    expect(await given.product.visitor().post('/api/auth/forgot', { email })).toMatchObject(down)
})

it('[AUT34] lets an unconfirmed account in no more than before', async () => {
  const logIn = { login: unconfirmed.username, password: PASSWORD }
  expect(await given.product.visitor().post('/api/auth/login', logIn)).toMatchObject(down)
})

it('[AUT34] leaves addresses as they are: a new one would count as confirmed', async () => {
  const answer = await owner.visitor.call('PUT', '/api/account/email', { email: 'ceo@bank.example' })
  expect(answer).toMatchObject({ status: 503, body: { error_code: 'ACCOUNT_MAIL_DOWN' } })
  expect((await owner.visitor.get('/api/account')).body['email']).toBe(owner.registration.email)
})

it('[AUT34] goes on as before once mail is switched off in the settings as well', async () => {
  await given.product.server.plugins.enable('mail', null)
  await given.product.server.core.settings.write({ smtp_enabled: false })
  await given.product.server.plugins.disable('mail', null)
  const answer = await given.product.visitor().post('/api/auth/register', aRegistration())
  expect(answer).toMatchObject({ status: 200, body: { step: 'done' } })
})
