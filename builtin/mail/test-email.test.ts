import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { freePort } from '../../tests/support/product/start-product.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>
const values = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: box.port,
  smtp_encryption: 'none',
  smtp_from: 'Shop <noreply@example.com>',
})

beforeAll(async () => {
  server = await startTestServer()
  box = await startMailbox()
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

it('[MAI7] tries values that are not saved, only for root, after a password confirmation', async () => {
  const { api, person } = await server.signIn({ role: 'Administrator' })
  const { api: editor } = await server.signIn({ permissions: ['admin.settings.edit'] })
  const { api: unproven } = await server.signIn({ permissions: ['admin.root'], proven: false })
  expect((await editor.post('/api/mail/test', { values: values() })).body.error_code).toBe('MAIL_TEST_ROOT')
  expect((await unproven.post('/api/mail/test', { values: values() })).body.error_code).toBe(
    'REAUTHENTICATION_REQUIRED',
  )
  expect((await api.post('/api/mail/test', {})).body.error_code).toBe('MAIL_NOT_CONFIGURED')
  const sent = await api.post('/api/mail/test', { values: values() })
  expect(sent.body).toMatchObject({ success: true, address: person.email })
  expect(await box.emailTo(person.email)).toContain('Test email')
  expect(server.server.core.settings.describe().find(({ key }) => key === 'smtp_host')?.value).toBe('')
})

it('[MAI2] the audit log keeps no address as the target of a test email, which no erasure would reach', async () => {
  const { api, person } = await server.signIn({ role: 'Administrator' })
  expect((await api.post('/api/mail/test', { values: values() })).status).toBe(200)
  const { rows } = await server.pool.query(
    `select target, after from kernel.audit where action = 'mail:tested' and actor = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ target: person.id, after: { address: person.email } }])
})

it('[MAI7] sends the saved password to its own server alone', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  await server.server.core.settings.write({ smtp_host: 'smtp.example.com', smtp_pass: 'the saved password' })
  const moved = await api.post('/api/mail/test', { values: values() })
  expect(moved.body).toMatchObject({ error_code: 'MAIL_PASSWORD_NEEDED' })
})

it('[MAI6] says in plain words why an email does not go out: in the answer, on the health page and at the email', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const port = await freePort()
  await server.server.core.settings.write({ ...values(), smtp_port: port, smtp_pass: '', smtp_enabled: true })
  const sentence = 'Nothing listens at the host and port of the mail server.'
  const tested = await api.post('/api/mail/test', {})
  expect(tested.body['details']).toMatchObject({ reason: expect.stringContaining(sentence) })

  const { api: customer, person: forgetful } = await server.signIn()
  expect((await customer.post('/api/auth/forgot', { email: forgetful.email })).status).toBe(200)
  const emails = async () => JSON.stringify((await api.get(`/api/mail/emails/of/${forgetful.id}`)).body)
  await expect.poll(emails).toContain(sentence)
  const health = JSON.stringify((await api.get('/api/admin-home/overview')).body)
  expect(health).toContain(`1 are tried again. ${sentence}`)
  const logged = server.server.core.recentLog.list().map(({ message }) => message)
  expect(logged).toContain('an email was not sent')
})
