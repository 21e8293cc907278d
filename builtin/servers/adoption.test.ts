import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer
/** A server that was built here, which those of the tests are copies of. */
let pattern: HostingServer['panel']['state']['servers'][number]

beforeAll(async () => {
  host = await startHostingServer()
  const { api } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  pattern = await until('a server stands on the panel', async () => host.panel.state.servers.at(-1))
})
afterAll(() => host.stop())

const path = (id: number) => `/api/servers/comparison/foreign/${id}`
const staff = (...more: string[]) =>
  host.signIn({ permissions: ['admin.servers.list', 'admin.servers.edit', ...more] })
const own = async (api: ApiClient) =>
  (await api.get('/api/servers')).body['servers'] as (Record<string, unknown> & { id: string })[]

let lastId = 5_000

/** A server that somebody made on the panel, of a panel account that is linked to the person. */
async function aForeignServer(
  person: { id: string; username: string } | null,
  limits: { memory?: number; disk?: number; cpu?: number } = {},
) {
  const { users, servers } = host.panel.state
  lastId += 1
  const id = lastId
  const user = {
    id,
    external_id: person?.id ?? null,
    uuid: randomUUID(),
    username: `panel${id}`,
    email: `panel${id}@example.com`,
    first_name: 'P',
    last_name: 'L',
  }
  users.push({ ...users[0], ...user } as (typeof users)[number])
  const uuid = randomUUID()
  const copy = {
    ...structuredClone(pattern),
    id,
    uuid,
    external_id: 'of-another-system',
    name: 'Old world',
    user: id,
  }
  copy.created_at = '2024-01-01T00:00:00+00:00'
  copy.limits = { ...copy.limits, memory: 512, disk: 512, cpu: 50, ...limits }
  servers.push(copy)
  return copy
}

const where = () => ({
  locationId: host.location.id,
  eggId: host.egg.id,
  raiseLimits: false,
  reason: 'Moved in',
})

it('[SRV73] moves a server of the panel into the account that its owner there is linked to', async () => {
  const { api: customer, person } = await host.signIn()
  const found = await aForeignServer(person)
  const { api, person: admin } = await staff()
  expect((await api.get(path(found.id))).body).toMatchObject({
    name: 'Old world',
    owner: { id: person.id, username: person.username },
    fits: true,
    unlimited: false,
    locationId: host.location.id,
    eggId: host.egg.id,
  })
  const { status, body } = await api.post(path(found.id), where())
  expect(status).toBe(200)
  const [server] = await own(customer)
  expect(server).toMatchObject({
    id: body['id'],
    name: 'Old world',
    status: 'active',
    memory: 512,
    disk: 512,
    cpu: 50,
  })
  const limits = (await customer.get('/api/servers/limits')).body as { used: Record<string, number> }
  expect(limits.used).toMatchObject({ slots: 1, memory: 512, disk: 512 })
  const { rows } = await host.pool.query(
    `select actor, after->>'reason' as reason from kernel.audit where target = $1 and action = 'servers:adopted'`,
    [person.id],
  )
  expect(rows).toEqual([{ actor: admin.id, reason: 'Moved in' }])
  // From here on it is found by the id that the panel keeps, as one that was built here.
  const renamed = await customer.patch(`/api/servers/${String(body['id'])}`, {
    name: 'New world',
    description: '',
    version: server?.['version'],
    memory: 512,
    cpu: 50,
    disk: 512,
    databases: 0,
    backups: 1,
    allocations: 1,
  })
  expect(renamed.status).toBe(200)
  await until('the panel has the new name', async () => found.name === 'New world')
})

it('[SRV73] takes a server over once, whoever asks again, and drops it from the comparison', async () => {
  const { api: customer, person } = await host.signIn()
  const found = await aForeignServer(person)
  await host.allow(person.id, { slots: 5, memory: 5_000, disk: 5_000, cpu: 500 })
  const { api } = await staff()
  await api.post('/api/servers/comparison')
  const foreign = async () =>
    ((await api.get('/api/servers/comparison/foreign')).body['items'] as { id: number }[]).map(({ id }) => id)
  await until('it was compared', async () => (await foreign()).includes(found.id))
  const answers = await Promise.all([1, 2, 3].map(() => api.post(path(found.id), where())))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error_code).toBe('SERVERS_ALREADY_HERE')
  expect(await own(customer)).toHaveLength(1)
  expect(await foreign()).not.toContain(found.id)
  expect((await api.get(path(found.id))).body.error_code).toBe('SERVERS_ALREADY_HERE')
})

it('[SRV73] needs a linked owner, the permission and a recent reauthentication, and finds what the panel has', async () => {
  const found = await aForeignServer(null)
  const { api } = await staff()
  expect((await api.get(path(found.id))).body).toMatchObject({ owner: null, panelUserId: found.user })
  expect((await api.post(path(found.id), where())).body.error_code).toBe('SERVERS_NO_LINKED_OWNER')
  expect((await api.get(path(999_999))).status).toBe(404)
  const { api: reader } = await host.signIn({ permissions: ['admin.servers.list'] })
  expect((await reader.post(path(found.id), where())).status).toBe(403)
  const { person: boss } = await host.signIn({ permissions: ['admin.root'] })
  const ofBoss = await aForeignServer(boss)
  expect((await api.post(path(ofBoss.id), where())).body.error_code).toBe('SERVERS_EXCEEDS_OWN')
  const { person } = await host.signIn()
  const theirs = await aForeignServer(person)
  const { api: late } = await host.signIn({
    permissions: ['admin.servers.list', 'admin.servers.edit'],
    proven: false,
  })
  expect((await late.post(path(theirs.id), where())).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
})

it('[SRV74] raises limits only where staff say so and may, and refuses what has no limits', async () => {
  const { api: customer, person } = await host.signIn()
  const large = await aForeignServer(person, { memory: 9_000 })
  const { api } = await staff()
  expect((await api.get(path(large.id))).body).toMatchObject({ fits: false })
  expect((await api.post(path(large.id), where())).body.error_code).toBe('SERVERS_MEMORY_LIMIT')
  const raising = { ...where(), raiseLimits: true }
  expect((await api.post(path(large.id), raising)).body.error_code).toBe('SERVERS_ACTION_FORBIDDEN')
  const { api: admin, person: self } = await staff('admin.users.edit')
  expect((await admin.post(path(large.id), raising)).status).toBe(200)
  const limits = (await customer.get('/api/servers/limits')).body as Record<
    'used' | 'total',
    Record<string, number>
  >
  expect(limits.used['memory']).toBe(9_000)
  expect(limits.total['memory']).toBe(9_000)
  const own = await aForeignServer(self, { memory: 9_000 })
  expect((await admin.post(path(own.id), raising)).body.error_code).toBe('SERVERS_ACTION_FORBIDDEN')
  const { person: other } = await host.signIn()
  const huge = await aForeignServer(other, { memory: 900_000 })
  expect((await admin.post(path(huge.id), raising)).body.error_code).toBe('SERVERS_LIMITS_CEILING')
  const endless = await aForeignServer(other, { cpu: 0 })
  expect((await admin.get(path(endless.id))).body).toMatchObject({ unlimited: true })
  expect((await admin.post(path(endless.id), raising)).body.error_code).toBe('SERVERS_UNLIMITED')
})

it('[PAN18] counts as a server of the real panel: no demonstration stands in for it', async () => {
  const { person } = await host.signIn()
  const found = await aForeignServer(person)
  const { api } = await staff()
  const write = (values: Record<string, string | number>) => host.server.core.settings.write(values)
  await host.pool.query('delete from panel.real_build')
  // After a change of its settings the panel is looked at anew.
  await write({ panel_timeout_seconds: 14 })
  expect((await api.post(path(found.id), where())).status).toBe(200)
  await write({ pterodactyl_base_url: '', pterodactyl_api_key: '' })
  const admin = await host.signIn({ role: 'Administrator' })
  expect((await admin.api.get('/api/panel/status')).body).toMatchObject({ mode: 'none' })
  await write({ pterodactyl_base_url: host.panel.url, pterodactyl_api_key: host.panel.apiKey })
})
