import dns from 'node:dns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNameServer } from '../../tests/support/server/name-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let names: Awaited<ReturnType<typeof startNameServer>>
const before = dns.getServers()

beforeAll(async () => {
  server = await startTestServer()
  names = await startNameServer({ 'saved.example': { txt: ['v=spf1 mx ~all'] } })
  dns.setServers([names.address])
  await server.server.core.settings.write({ smtp_from: 'Shop <noreply@saved.example>' })
})
afterAll(async () => {
  dns.setServers(before)
  await names.stop()
  await server.stop()
})

const at = '/api/mail/dns'

it('[MAI16] looks the saved sender up for those who may edit settings', async () => {
  const { api } = await server.signIn({ permissions: ['admin.settings.edit'] })
  const { status, body } = await api.post(at, { selector: 'S1' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    domain: 'saved.example',
    records: [
      { kind: 'spf', verdict: 'ok', found: ['v=spf1 mx ~all'] },
      { kind: 'dkim', verdict: 'missing', name: 's1._domainkey.saved.example' },
      { kind: 'dmarc', verdict: 'missing' },
      { kind: 'mx', verdict: 'missing' },
    ],
  })
  const known = { smtp_host: 'smtp.gmail.com' }
  expect((await api.post(at, { values: known })).body['records']).toMatchObject([
    { suggested: null },
    { name: 'google._domainkey.saved.example' },
    {},
    {},
  ])
  const { api: other } = await server.signIn({ permissions: ['admin.settings.view'] })
  expect((await other.post(at, {})).status).toBe(403)
  expect((await api.post(at, { selector: 'a b' })).status).toBe(400)
})

it('[MAI17] looks another sender up only for root, after a password confirmation', async () => {
  const values = { smtp_from: 'me@other.example' }
  const { api } = await server.signIn({ permissions: ['admin.settings.edit'] })
  expect((await api.post(at, { values })).body.error_code).toBe('MAIL_TEST_ROOT')
  const same = { smtp_from: 'Another name <hello@saved.example>' }
  expect((await api.post(at, { values: same })).status).toBe(200)
  const unproven = await server.signIn({ permissions: ['admin.root'], proven: false })
  expect((await unproven.api.post(at, { values })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  expect(names.asked().some((name) => name.endsWith('other.example'))).toBe(false)
  const root = await server.signIn({ role: 'Administrator' })
  expect((await root.api.post(at, { values })).body).toMatchObject({ domain: 'other.example' })
  const nobody = { smtp_from: 'nobody' }
  expect((await root.api.post(at, { values: nobody })).body.error_code).toBe('MAIL_NO_SENDER')
})

it('[MAI17] is limited as the test email is', async () => {
  const { api } = await server.signIn({ permissions: ['admin.settings.edit'] })
  const answers = []
  for (let each = 0; each < 7; each += 1) answers.push((await api.post(at, {})).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
})
