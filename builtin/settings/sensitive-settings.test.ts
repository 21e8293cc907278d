import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'

type Box = Awaited<ReturnType<typeof startMailbox>>
type Client = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let ours: Box
let theirs: Box
let root: Client
let editor: Client

const change = ({ api }: Client, values: Record<string, unknown>) => api.patch('/api/settings', { values })
const stored = async (key: string) => {
  const { rows } = await server.pool.query('select value from kernel.setting where key = $1', [key])
  return (rows[0] as { value: unknown } | undefined)?.value
}

beforeAll(async () => {
  server = await startTestServer()
  ours = await startMailbox()
  theirs = await startMailbox()
  root = await server.signIn({ username: 'root-one', permissions: ['admin.root'] })
  editor = await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })
})
afterAll(async () => {
  await server.stop()
  await ours.stop()
  await theirs.stop()
})

beforeEach(() =>
  server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: ours.port,
    smtp_encryption: 'none',
    smtp_user: '',
    smtp_pass: 'the-smtp-password',
    smtp_from: 'Spawnpoint <noreply@example.com>',
    pterodactyl_base_url: 'https://panel.example.com',
    pterodactyl_api_key: 'ptla_the_key',
  }),
)

it.each([
  ['smtp_host', 'attacker.example.com'],
  ['smtp_pass', 'another'],
  ['smtp_enabled', false],
  ['pterodactyl_base_url', 'http://127.0.0.1:9099'],
  ['pterodactyl_api_key', 'ptla_other'],
  ['panel_dialect', 'pelican'],
  ['log_upload_url', 'https://attacker.example.com/log'],
])('[SET5] keeps %s for root', async (key, value) => {
  const before = await stored(key)
  const refused = await change(editor, { [key]: value })
  expect(refused).toMatchObject({ status: 403, body: { error_code: 'SETTINGS_ROOT_REQUIRED' } })
  expect(await stored(key)).toEqual(before)
  const { body } = await editor.api.get('/api/settings')
  expect(body['settings']).toContainEqual(expect.objectContaining({ key, rootOnly: true }))
})

it('[SET5] leaves the rest to those who may edit settings', async () => {
  expect((await change(editor, { company_name: 'Acme', default_ram: 2048 })).status).toBe(200)
})

it.each([
  ['smtp_host', 'attacker.example.com', 'smtp_pass'],
  ['smtp_port', 2525, 'smtp_pass'],
  ['smtp_encryption', 'starttls', 'smtp_pass'],
  ['pterodactyl_base_url', 'http://127.0.0.1:9099', 'pterodactyl_api_key'],
])('[SET11, PAN15] saves another %s only with the secret beside it', async (key, value, secret) => {
  const before = await stored(key)
  expect(await change(root, { [key]: value })).toMatchObject({
    status: 400,
    body: { error_code: 'SETTINGS_SECRET_AGAIN', fields: { [secret]: 'secret_again' } },
  })
  expect(await stored(key)).toEqual(before)
  expect((await change(root, { [key]: value, [secret]: 'typed-again' })).status).toBe(200)
  expect(await stored(key)).toEqual(value)
})

it('[SET11] asks for nothing again where the server stays the same, or none is left', async () => {
  expect((await change(root, { pterodactyl_base_url: 'https://panel.example.com/sub' })).status).toBe(200)
  expect((await change(root, { pterodactyl_base_url: '' })).status).toBe(200)
  // The key is still there: the next address gets it only if it is typed again.
  expect((await change(root, { pterodactyl_base_url: 'https://other.example.com' })).status).toBe(400)
})

it('[SET5] tells every administrator over the mail server from before the change', async () => {
  const other = await server.signIn({ permissions: ['admin.root'] })
  const before = ours.count()
  const values = { smtp_port: theirs.port, smtp_pass: 'typed-again' }
  expect((await change(root, values)).status).toBe(200)
  for (const { email } of [root.person, other.person]) {
    const message = await ours.emailTo(email, before)
    expect(message).toContain('Sensitive settings were changed')
    expect(message).toContain('root-one')
    expect(message).toContain('smtp_port')
  }
  expect(theirs.count()).toBe(0)
})

const forgot = (email: string) => server.anonymous().post('/api/auth/forgot', { email })
const tokenIn = (email: string) => /#token=([\w-]{43})/.exec(email)?.[1]

it('[AUT35] resets no password of an administrator by email without a second factor', async () => {
  const before = ours.count()
  expect((await forgot(root.person.email)).status).toBe(200)
  const email = await ours.emailTo(root.person.email, before)
  expect(email).toContain("wasn't reset")
  expect(tokenIn(email)).toBeUndefined()
})

it('[AUT35] refuses a link from before its bearer became administrator', async () => {
  const { person } = await server.signIn()
  const before = ours.count()
  await forgot(person.email)
  const token = tokenIn(await ours.emailTo(person.email, before))
  expect(token).toBeTruthy()
  await server.server.core.pool.query(
    `insert into roles.member (user_id, role_id) select $1, id from roles.role where name = 'Administrator'`,
    [person.id],
  )
  const reset = await server.anonymous().post('/api/auth/reset', { token, password: 'a brand new phrase' })
  expect(reset.body.error_code).toBe('AUTH_TOKEN_INVALID')
})
