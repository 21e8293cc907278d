import { setMaintenance } from '@spawnpoint/contracts/maintenance'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { createStandingClock } from '../../tests/support/server/standing-clock.ts'
import { spawnServer } from '../../tests/support/server/spawn-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const secretKey = 'the key that both processes of this test share'
const clock = createStandingClock()
let server: TestServer
let root: ApiClient

beforeAll(async () => {
  server = await startTestServer({ clock, env: { SECRET_KEY: secretKey } })
  root = (await server.signIn({ permissions: ['admin.root'] })).api
})
afterAll(() => server.stop())
afterEach(() => turn(false))

const turn = (enabled: boolean, more: { message?: string; until?: string } = {}) =>
  root.post(setMaintenance.path, { enabled, ...more })

const inOneHour = () => new Date(clock.now().getTime() + 3_600_000).toISOString()

it('[MNT1] refuses customers, staff and strangers before anything is done', async () => {
  const customer = (await server.signIn()).api
  const staff = (await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })).api
  expect((await turn(true, { until: inOneHour() })).status).toBe(200)
  const answers = [
    await customer.put('/api/auth/password', {}),
    await customer.get('/api/auth/2fa'),
    await staff.get('/api/settings'),
    await staff.patch('/api/settings', { values: { company_name: 'Changed' } }),
    await server.anonymous().get('/api/auth/2fa'),
    await server.anonymous().post('/api/auth/register', {}),
  ]
  for (const { status, body, headers } of answers) {
    expect([status, body.error_code]).toEqual([503, 'E_MAINTENANCE'])
    expect([headers.get('retry-after'), headers.get('x-maintenance')]).toEqual(['3600', '1'])
  }
  const { rows } = await server.pool.query(`select from kernel.setting where key = 'company_name'`)
  expect(rows).toEqual([])
  expect((await turn(false)).status).toBe(200)
  const after = await customer.get('/api/auth/2fa')
  expect([after.status, after.headers.get('x-maintenance')]).toEqual([200, null])
})

it('[MNT1] says when to come back where no end is known, and after it has passed', async () => {
  const { api } = await server.signIn()
  await turn(true)
  expect((await api.get('/api/auth/2fa')).headers.get('retry-after')).toBe('120')
})

it('[MNT2] lets administrators work, and answers what the page and supervisors need', async () => {
  const { api, person } = await server.signIn()
  await turn(true, { message: 'New disks' })
  expect((await root.get('/api/settings')).status).toBe(200)
  for (const path of ['/api/health/live', '/api/health/ready', '/api/system/settings', '/api/system/plan'])
    expect([path, (await server.anonymous().get(path)).status]).toEqual([path, 200])
  const session = await api.get('/api/user/session')
  expect([session.status, session.headers.get('x-maintenance')]).toEqual([200, '1'])
  expect((await server.anonymous().get('/api/system/settings')).body['settings']).toMatchObject({
    maintenance_enabled: true,
    maintenance_message: 'New disks',
  })
  const login = { login: person.username, password: 'not the password of anybody' }
  expect((await server.anonymous().post('/api/auth/login', login)).body.error_code).toBe('AUTH_INVALID')
})

it('[MNT3] holds in every process, and the command line turns it', async () => {
  const other = spawnServer({
    databaseUrl: server.config.databaseUrl ?? '',
    dataDir: server.config.dataDir,
    secretKey,
  })
  try {
    const port = await other.port
    const status = async () => (await fetch(`http://127.0.0.1:${port}/api/auth/2fa`)).status
    expect(await status()).toBe(401)
    const run = (name: string, options = {}) => {
      const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
      return commands.find((each) => each.name === name)?.run([], options)
    }
    expect(await run('maintenance on', { until: 'tomorrow' })).toMatchObject({ failed: true })
    expect(await status()).toBe(401)
    expect(await run('maintenance on', { message: 'Moving' })).toEqual({
      text: 'Maintenance mode is on: only administrators can use the dashboard.',
    })
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
    await run('maintenance off')
    await expect.poll(status, { timeout: 10_000 }).toBe(401)
  } finally {
    await other.stop()
  }
})

it('[MNT4] is turned by administrators alone, and written down', async () => {
  const staff = (await server.signIn({ permissions: ['admin.settings.edit'] })).api
  expect((await staff.post(setMaintenance.path, { enabled: true })).status).toBe(403)
  const byHand = await staff.patch('/api/settings', { values: { maintenance_enabled: true } })
  expect(byHand.body.error_code).toBe('SETTINGS_ROOT_REQUIRED')
  const passed = new Date(clock.now().getTime() - 1).toISOString()
  expect((await turn(true, { until: passed })).body.error_code).toBe('MAINTENANCE_END_PASSED')
  await turn(true, { message: ' Disks ', until: inOneHour() })
  await turn(false)
  const { rows } = await server.pool.query(
    `select action, after, actor is not null as known from kernel.audit
     where action like 'maintenance:%' order by id desc limit 2`,
  )
  expect(rows).toEqual([
    { action: 'maintenance:off', after: null, known: true },
    { action: 'maintenance:on', after: { message: 'Disks', until: inOneHour() }, known: true },
  ])
})
