import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { secretNames } from './server/plugin-config.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const base = '/api/plugin-manager/plugins'
const operator = () => server.signIn({ permissions: ['admin.plugins.list', 'admin.plugins.edit'] })

interface Listed {
  readonly id: string
  readonly state: string
  readonly enabled: boolean
  readonly removable: boolean
}

it('[PLM1] lists for those who may see, and switches for those who may edit', async () => {
  const { api: nobody } = await server.signIn()
  expect((await nobody.get(base)).status).toBe(403)
  const { api: viewer } = await server.signIn({ permissions: ['admin.plugins.list'] })
  const { body } = await viewer.get(base)
  expect(body['plugins']).toContainEqual(
    expect.objectContaining({ id: 'plugin-manager', state: 'active', enabled: true, removable: false }),
  )
  expect((await viewer.post(`${base}/admin-home/disable`, { withDependants: false })).status).toBe(403)
  expect((await viewer.send('PUT', `${base}/admin-home/config`, { values: {}, version: 'any' })).status).toBe(
    403,
  )
})

it('[PLM40] lists scheduled jobs whose last run failed with their plugin', async () => {
  const { api } = await operator()
  const failing = async () =>
    ((await api.get(base)).body['plugins'] as (Listed & { failedJobs: unknown[] })[]).flatMap(
      ({ id, failedJobs }) => failedJobs.map((job) => [id, job]),
    )
  const write = (failure: string | null) =>
    server.pool.query(
      `insert into kernel.job_run (plugin, job, started_at, ended_at, duration_ms, failure)
       values ('coins', 'reckon', now(), now(), 5, $1)
       on conflict (plugin, job) do update set failure = excluded.failure`,
      [failure],
    )
  await write('relation "gone" does not exist')
  expect(await failing()).toEqual([['coins', { name: 'reckon', failure: 'relation "gone" does not exist' }]])
  await write(null)
  expect(await failing()).toEqual([])
})

it('[PLM2] switches a plugin off and on while the product runs', async () => {
  const { api } = await operator()
  const { api: root } = await server.signIn({ role: 'Administrator' })
  expect((await root.get('/api/admin-home/checklist')).status).toBe(200)
  expect((await api.post(`${base}/admin-home/disable`, { withDependants: false })).status).toBe(200)
  expect((await root.get('/api/admin-home/checklist')).status).toBe(404)
  const off = (await api.get(base)).body['plugins'] as Listed[]
  expect(off.find(({ id }) => id === 'admin-home')).toMatchObject({ state: 'suspended', enabled: false })
  expect((await api.post(`${base}/admin-home/enable`)).status).toBe(200)
  expect((await root.get('/api/admin-home/checklist')).status).toBe(200)
})

it('[PLM9] asks for recent reauthentication before anything is switched or configured', async () => {
  const permissions = ['admin.plugins.list', 'admin.plugins.edit']
  const { api } = await server.signIn({ permissions, proven: false })
  const answers = [
    await api.post(`${base}/admin-home/disable`, { withDependants: false }),
    await api.post(`${base}/admin-home/enable`),
    await api.put(`${base}/admin-home/config`, { values: {}, version: 'any' }),
  ]
  for (const { status, body } of answers)
    expect([status, body.error_code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  const rows = (await api.get(base)).body['plugins'] as Listed[]
  expect(rows.find(({ id }) => id === 'admin-home')).toMatchObject({ state: 'active' })
})

it('[PLM3] keeps what the product needs', async () => {
  const { api } = await operator()
  const answer = await api.post(`${base}/settings/disable`, { withDependants: true })
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'PLUGIN_NOT_REMOVABLE' } })
  expect((await api.post(`${base}/no-such/enable`)).body.error_code).toBe('PLUGIN_UNKNOWN')
})

it('tells what a plugin without configuration is, and refuses values for it', async () => {
  const { api } = await operator()
  const { body } = await api.get(`${base}/dashboard/config`)
  expect(body).toMatchObject({ schema: null, values: {}, secretsSet: [], plugin: { id: 'dashboard' } })
  expect(
    (await api.send('PUT', `${base}/dashboard/config`, { values: { any: 1 }, version: '' })).status,
  ).toBe(400)
  expect((await api.get(`${base}/no-such/config`)).status).toBe(404)
})

it('[PLM6] knows the secrets of a schema', () => {
  const schema = { properties: { key: { type: 'string', 'x-secret': true }, url: { type: 'string' } } }
  expect(secretNames(schema)).toEqual(['key'])
  expect(secretNames(null)).toEqual([])
})
