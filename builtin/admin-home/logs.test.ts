import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploadLog } from './server/upload-log.ts'
import { startFakeService, type FakeService } from '../../tests/support/server/start-fake-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Line {
  readonly id: number
  readonly message: string
  readonly plugin: string | null
}

const signIn = () =>
  server.signIn({ permissions: ['admin.dashboard.components.system.logs', 'admin.settings.edit'] })
const warn = (message: string, fields: object = {}) => server.server.core.log.warn(fields, message)

it('[ADH14] lists warnings newest first, without what could be a secret, and hands them out as a file', async () => {
  const { api } = await signIn()
  warn('first')
  warn('second with token=hunter2-hunter2', { plugin: 'notes', password: 'hunter2-hunter2' })
  const { body } = await api.get('/api/admin-home/logs')
  const lines = body['lines'] as Line[]
  expect(lines.slice(0, 2).map(({ message }) => message)).toEqual(['second with token=[cut]', 'first'])
  expect(lines[0]).toMatchObject({ level: 'warn', plugin: 'notes', request: null })
  expect(body['shareHost']).toBe('api.mclo.gs')
  const file = await api.get('/api/admin-home/logs/file')
  const text = String(file.body['text'])
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(
    text
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each)),
  ).toEqual(lines)
  expect(JSON.stringify(body) + text).not.toContain('hunter2')
})

it('[ADH15] shares nothing while sharing is off, nor lines that are gone, and says where it failed', async () => {
  const { api } = await signIn()
  warn('a line')
  warn('another line')
  const [line] = (await api.get('/api/admin-home/logs')).body['lines'] as Line[]
  const range = { oldest: line?.id, newest: line?.id }
  const share = (body: object) => api.post('/api/admin-home/logs/share', body)
  await server.server.core.settings.write({ log_upload_url: '' })
  expect((await api.get('/api/admin-home/logs')).body['shareHost']).toBeNull()
  expect((await share(range)).body['error_code']).toBe('ADMIN_HOME_SHARING_OFF')
  // Nothing listens there.
  await server.server.core.settings.write({ log_upload_url: 'https://127.0.0.1:9/1/log' })
  // None is older than the newest one and shown before it.
  for (const gone of [
    { ...range, newest: 1 },
    { oldest: 900_000, newest: 900_001 },
  ])
    expect((await share(gone)).body['error_code']).toBe('ADMIN_HOME_NOTHING_TO_SHARE')
  expect((await share(range)).body).toMatchObject({
    error_code: 'ADMIN_HOME_SHARE_FAILED',
    message: "127.0.0.1:9 didn't accept the log. Try again later, or download the file.",
  })
})

it.each([
  ['log_upload_url', 'http://paste.example.com/log'],
  ['log_upload_url', 'https://ada:secret@paste.example.com/log'],
  ['log_upload_url', 'javascript:alert(1)'],
  ['product_repository', 'acme'],
  ['product_repository', 'acme/..'],
  ['product_repository', 'acme/panel/../../user'],
  ['product_repository', 'https://github.com/acme/panel'],
])('[ADH13] refuses %s = %s', async (key, value) => {
  await expect(server.server.core.settings.write({ [key]: value })).rejects.toThrow()
})

describe('[ADH15] the upload to a paste service', () => {
  let paste: FakeService
  beforeEach(async () => {
    paste = await startFakeService()
  })
  afterEach(() => paste.close())

  const upload = (timeoutMs = 5_000) =>
    uploadLog({ url: `${paste.url}/1/log`, content: 'a & b = ü\n', version: '1.2.3', timeoutMs })

  it('sends the text as a form and answers the link', async () => {
    paste.json(200, { success: true, id: 'x', url: 'https://mclo.gs/x' })
    expect(await upload()).toBe('https://mclo.gs/x')
    const [asked] = paste.seen
    expect(asked).toMatchObject({ method: 'POST', path: '/1/log' })
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'spawnpoint/1.2.3',
    })
    expect(asked?.headers).not.toHaveProperty('cookie')
    expect(new URLSearchParams(asked?.body).get('content')).toBe('a & b = ü\n')
  })

  const refusals: readonly [string, () => void][] = [
    ['a refusal', () => paste.json(200, { success: false, error: 'too long' })],
    ['a link that is none', () => paste.json(200, { success: true, url: 'javascript:alert(1)' })],
    ['an error', () => paste.json(500, { success: true, url: 'https://mclo.gs/x' })],
    ['HTML', () => paste.answer((_asked, response) => response.end('<h1>Hello</h1>'))],
    [
      'a way to elsewhere',
      () => paste.answer(({ path }, response) => response.writeHead(307, { location: `${path}2` }).end()),
    ],
  ]
  it.each(refusals)('answers no link after %s', async (_what, refuse) => {
    refuse()
    expect(await upload()).toBeNull()
    expect(paste.seen).toHaveLength(1)
  })

  it('does not wait for ever', async () => {
    paste.answer(() => undefined)
    expect(await upload(300)).toBeNull()
  })

  it('goes over https, and over http to this machine alone', async () => {
    const url = 'http://paste.example.com/1/log'
    expect(await uploadLog({ url, content: 'x', version: '1.2.3' })).toBeNull()
  })
})

it('[ADH11, ADH13] says that no repository is set, and then asks nobody', async () => {
  const { api } = await server.signIn({
    permissions: ['admin.dashboard.components.system.updates', 'admin.dashboard.components.githubrepo.view'],
  })
  const nothing = { repository: null, foundAt: null, askedAt: null, failure: null }
  expect((await api.get('/api/admin-home/updates')).body).toMatchObject({ ...nothing, latest: null })
  expect((await api.post('/api/admin-home/updates/check')).body).toMatchObject({ ...nothing, latest: null })
  expect((await api.get('/api/admin-home/repository')).body).toMatchObject({ ...nothing, found: null })
  const { rows } = await server.pool.query('select from admin_home.lookup')
  expect(rows).toHaveLength(0)
})

it('[ADH11] looks for updates on demand only so often, whoever asks', async () => {
  const { core } = server.server
  await core.settings.write({ product_repository: 'acme/panel' })
  // As many as an hour allows, without asking anyone.
  for (let check = 0; check < 20; check += 1)
    await core.limits.take('admin-home:check', { max: 20, perSeconds: 3_600 })
  const { api } = await server.signIn({ permissions: ['admin.dashboard.components.system.updates'] })
  const { status, body } = await api.post('/api/admin-home/updates/check')
  expect([status, body['error_code']]).toEqual([429, 'ADMIN_HOME_CHECKED_OFTEN'])
})
