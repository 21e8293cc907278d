import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer

beforeAll(async () => {
  host = await startHostingServer()
})
afterAll(() => host.stop())

type Row = Record<string, unknown> & { id: string; status: string; version: number; problem: string | null }
type Listed = { servers: Row[]; queued: Row[]; slots: { used: number; limit: number } }

// The reply schema of the list is proven elsewhere; here its parts are read.
const list = async (api: ApiClient) => (await api.get('/api/servers')).body as unknown as Listed
const free = async (api: ApiClient) =>
  (await api.get('/api/servers/limits')).body as unknown as Record<
    'used' | 'total' | 'free',
    Record<string, number>
  >

const firstServer = (api: ApiClient) => until('a server is there', async () => (await list(api)).servers[0])

const orderOne = async (over: Record<string, unknown> = {}) => {
  const signed = await host.signIn()
  const answer = await signed.api.post('/api/servers', host.anOrder(over))
  expect(answer.body).toEqual({ success: true, id: expect.any(String) })
  return { ...signed, server: await firstServer(signed.api) }
}

describe('ordering a server', () => {
  it('[SRV1] builds it on the panel and shows it live', async () => {
    const { api, person, server } = await orderOne()
    expect(server).toMatchObject({
      name: 'Survival',
      status: 'active',
      memory: 512,
      location: { name: 'Place 1' },
    })
    const [account] = host.panel.state.users.filter(({ external_id }) => external_id === person.id)
    const built = host.panel.state.servers.filter(({ user }) => user === account?.id)
    expect(built.map(({ uuid }) => uuid.slice(0, 8))).toEqual([server.identifier])
    expect(await list(api)).toMatchObject({ queued: [], slots: { used: 1, limit: 1 } })
  })

  it('[SRV2] accepts one of 50 parallel orders against a limit of one', async () => {
    const { api, person } = await host.signIn()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.post('/api/servers', host.anOrder())),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.error_code))).toEqual(new Set(['SERVERS_NO_SLOT']))
    await firstServer(api)
    const [account] = host.panel.state.users.filter(({ external_id }) => external_id === person.id)
    expect(host.panel.state.servers.filter(({ user }) => user === account?.id)).toHaveLength(1)
  })

  it('[SRV2] gives the last slot of a location away once', async () => {
    const place = await host.makeLocation(2, { slots: 1 })
    const people = await Promise.all(Array.from({ length: 6 }, () => host.signIn()))
    const answers = await Promise.all(
      people.map(({ api }) => api.post('/api/servers', host.anOrder({ locationId: place.id }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.flatMap(({ body }) => (body.error_code ? [body.error_code] : []))
    expect(new Set(codes)).toEqual(new Set(['SERVERS_LOCATION_FULL']))
  })

  it.each([
    ['memory', 'SERVERS_MEMORY_LIMIT', 1025],
    ['cpu', 'SERVERS_CPU_LIMIT', 101],
    ['disk', 'SERVERS_DISK_LIMIT', 1025],
    ['databases', 'SERVERS_DATABASES_LIMIT', 2],
    ['backups', 'SERVERS_BACKUPS_LIMIT', 6],
    ['allocations', 'SERVERS_ALLOCATIONS_LIMIT', 3],
  ])('[SRV3] says which limit is passed: %s', async (key, code, value) => {
    const { api } = await host.signIn()
    const answer = await api.post('/api/servers', host.anOrder({ [key]: value }))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      error_code: code,
      details: { attempted: value, used: 0, limit: value - 1 },
    })
    expect((await list(api)).queued).toEqual([])
  })

  it.each([
    ['name', 'x'.repeat(33)],
    ['description', 'x'.repeat(256)],
    ['memory', 255],
    ['cpu', 4],
    ['disk', 255],
    ['databases', -1],
    ['backups', -1],
    ['allocations', 0],
    ['owner', randomUUID()],
  ])('[SRV3] refuses a wrong %s beside its field', async (field, value) => {
    const { api } = await host.signIn()
    const answer = await api.post('/api/servers', host.anOrder({ [field]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body['fields']).toHaveProperty(field)
  })

  it.each([[false], [undefined]])('[SRV15] refuses an order without the terms: %s', async (acceptTerms) => {
    const { api } = await host.signIn()
    const answer = await api.post('/api/servers', host.anOrder({ acceptTerms }))
    expect(answer).toMatchObject({
      status: 422,
      body: { error_code: 'SERVERS_TERMS', fields: { acceptTerms: 'SERVERS_TERMS' } },
    })
    expect(await list(api)).toMatchObject({ queued: [], slots: { used: 0 } })
  })

  it('[SRV18] shows locations under maintenance, and takes no order for them', async () => {
    const [closed, hidden] = [await host.makeLocation(31), await host.makeLocation(32)]
    const setStatus = (id: string, status: string) =>
      host.pool.query('update locations.location set status = $2 where id = $1', [id, status])
    await setStatus(closed.id, 'maintenance')
    await setStatus(hidden.id, 'offline')
    const { api } = await host.signIn()
    const { body } = await api.get('/api/servers/options')
    expect(body['locations']).toContainEqual(
      expect.objectContaining({ id: closed.id, status: 'maintenance' }),
    )
    expect(body['locations']).not.toContainEqual(expect.objectContaining({ id: hidden.id }))
    const refused = await api.post('/api/servers', host.anOrder({ locationId: closed.id }))
    expect(refused.body.error_code).toBe('SERVERS_LOCATION_CLOSED')
  })

  it('[SRV16] counts a queued server in the session as the list does', async () => {
    const { api } = await host.signIn()
    const place = await host.makeLocation(33)
    await api.post('/api/servers', host.anOrder({ locationId: place.id }))
    const told = async () => (await api.get('/api/user/session')).body['stats']
    const { slots } = await list(api)
    expect([slots.used, await told()]).toEqual([1, expect.objectContaining({ servers: 1 })])
  })

  it('[SRV42] hands out the picture that staff chose', async () => {
    const egg = await host.makeEgg({ picture: 'moon' })
    const { api } = await host.signIn()
    const { status } = await api.post('/api/servers', host.anOrder({ eggId: egg.id }))
    expect(status).toBe(200)
    const { queued } = await list(api)
    expect(queued).toMatchObject([{ egg: { picture: 'moon' }, category: { picture: null } }])
    const { categories } = (await api.get('/api/servers/options')).body
    expect(categories).toMatchObject([
      { picture: null, eggs: expect.arrayContaining([expect.objectContaining({ picture: 'moon' })]) },
    ])
  })

  it('[SRV4, PER29] keeps VIP places for VIPs, and switched-off eggs for nobody', async () => {
    const vipEgg = await host.makeEgg({ vipOnly: true })
    const offEgg = await host.makeEgg({ enabled: false })
    const vipPlace = await host.makeLocation(34, { vipOnly: true })
    const { api } = await host.signIn()
    const ask = async (over: Record<string, unknown>) =>
      (await api.post('/api/servers', host.anOrder(over))).body
    expect(await ask({ eggId: vipEgg.id })).toMatchObject({ error_code: 'SERVERS_EGG_VIP' })
    expect(await ask({ locationId: vipPlace.id })).toMatchObject({ error_code: 'SERVERS_LOCATION_VIP' })
    expect(await ask({ eggId: offEgg.id })).toMatchObject({ error_code: 'SERVERS_EGG_UNKNOWN' })
    expect(await ask({ locationId: randomUUID() })).toMatchObject({ error_code: 'SERVERS_LOCATION_UNKNOWN' })
    const vip = await host.signIn({ permissions: ['user.permission.vip'] })
    expect((await vip.api.post('/api/servers', host.anOrder({ eggId: vipEgg.id }))).status).toBe(200)
  })

  it('[SRV5] takes the same request key as the same order', async () => {
    // Their one slot: a second order would be refused.
    const { api } = await host.signIn()
    const order = host.anOrder()
    const [one, two] = await Promise.all([api.post('/api/servers', order), api.post('/api/servers', order)])
    expect(one.body['id']).toBe(two.body['id'])
    const live = await firstServer(api)
    expect((await api.post('/api/servers', order)).body['id']).toBe(one.body['id'])
    expect((await list(api)).servers).toEqual([expect.objectContaining({ id: live.id })])
  })

  it('[SRV11] refuses another order under a request key that was used before', async () => {
    const { api, person } = await host.signIn()
    await host.allow(person.id, { slots: 3, memory: 4096, cpu: 400, disk: 4096, ports: 4, backups: 4 })
    const order = host.anOrder()
    const { body } = await api.post('/api/servers', order)
    for (const over of [{ name: 'Another' }, { memory: 300 }, { description: 'not the same' }]) {
      const reused = await api.post('/api/servers', { ...order, ...over })
      expect([reused.status, reused.body.error_code]).toEqual([422, 'SERVERS_KEY_REUSED'])
      expect(reused.body['message']).toMatch(/already sent with different values/)
    }
    expect((await api.post('/api/servers', order)).body['id']).toBe(body['id'])
    const { rows } = await host.pool.query('select 1 from server_queue.build where owner = $1', [person.id])
    expect(rows).toHaveLength(1)
  })

  it('[SRV65] shows what the egg lets its owner set, and builds the server with it', async () => {
    const { api, person } = await host.signIn()
    const { variables } = (await api.get(`/api/servers/eggs/${host.egg.id}/variables`)).body as unknown as {
      variables: { key: string; defaultValue: string }[]
    }
    expect(variables.map(({ key }) => key)).toEqual(['MINECRAFT_VERSION', 'SERVER_JARFILE', 'BUILD_NUMBER'])
    for (const [environment, name] of [
      [{ BUILD_NUMBER: 'x'.repeat(21) }, 'Build Number'],
      [{ LD_PRELOAD: '/tmp/x.so' }, 'LD_PRELOAD'],
    ] as const) {
      const refused = await api.post('/api/servers', host.anOrder({ environment }))
      expect([refused.status, refused.body.error_code]).toEqual([422, 'SERVERS_VARIABLE'])
      expect(refused.body['message']).toContain(name)
    }
    const order = host.anOrder({ environment: { MINECRAFT_VERSION: '1.21.4' } })
    expect((await api.post('/api/servers', order)).status).toBe(200)
    const other = await api.post('/api/servers', { ...order, environment: { MINECRAFT_VERSION: '1.20' } })
    expect(other.body.error_code).toBe('SERVERS_KEY_REUSED')
    await firstServer(api)
    const [account] = host.panel.state.users.filter(({ external_id }) => external_id === person.id)
    const [built] = host.panel.state.servers.filter(({ user }) => user === account?.id)
    expect(built?.environment).toEqual({
      MINECRAFT_VERSION: '1.21.4',
      SERVER_JARFILE: 'server.jar',
      BUILD_NUMBER: 'latest',
    })
    const { rows } = await host.pool.query(
      `select after->'environment' as named from kernel.audit where actor = $1 and action = 'servers:ordered'`,
      [person.id],
    )
    expect(rows).toEqual([{ named: ['MINECRAFT_VERSION'] }])
  })

  it('[SRV66] says where a size can be built now, and reserves nothing for one that no node takes', async () => {
    const { api, person } = await host.signIn()
    await host.allow(person.id, { memory: 900_000, disk: 900_000 })
    const unlisted = await host.makeLocation(66)
    const placesFor = async (memory: number) =>
      (await api.get(`/api/servers/places?memory=${memory}&disk=512`)).body['open']
    expect(await placesFor(512)).toEqual(expect.arrayContaining([host.location.id, unlisted.id]))
    const places = await placesFor(800_000)
    expect(places).not.toContain(host.location.id)
    // Only the panel knows about a location whose nodes it does not list.
    expect(places).toContain(unlisted.id)
    const refused = await api.post('/api/servers', host.anOrder({ memory: 800_000 }))
    expect([refused.status, refused.body.error_code]).toEqual([409, 'SERVERS_NO_ROOM'])
    expect(await list(api)).toMatchObject({ queued: [], slots: { used: 0 } })
  })

  it('[SRV65] hides variables of eggs that are not offered', async () => {
    const closed = await host.makeEgg({ enabled: false })
    const { api } = await host.signIn()
    expect((await api.get(`/api/servers/eggs/${closed.id}/variables`)).status).toBe(404)
  })

  it('[SRV12] writes nothing when somebody only looks', async () => {
    const { api, person } = await host.signIn()
    const { body } = await api.get('/api/servers')
    expect(body['slots']).toMatchObject({ used: 0, limit: expect.any(Number) })
    await api.get('/api/user/session')
    const { rows } = await host.pool.query('select 1 from servers.allowance where owner = $1', [person.id])
    expect(rows).toEqual([])
  })
})

describe('changing a server', () => {
  const change = (over: Record<string, unknown>) => ({
    name: 'Creative',
    description: '',
    memory: 1024,
    cpu: 60,
    disk: 600,
    databases: 1,
    backups: 2,
    allocations: 2,
    ...over,
  })

  it('[SRV6] brings the change to the panel', async () => {
    const { api, server } = await orderOne()
    const answer = await api.patch(`/api/servers/${server.id}`, change({ version: server.version }))
    expect(answer.body).toMatchObject({ item: { wanted: { memory: 1024 } } })
    const changed = await until('the change is done', async () =>
      (await list(api)).servers.find(({ wanted, memory }) => wanted === null && memory === 1024),
    )
    expect(changed).toMatchObject({ name: 'Creative', problem: null })
    const onPanel = host.panel.state.servers.find(
      ({ name, limits }) => name === 'Creative' && limits.memory === 1024,
    )
    expect(onPanel).toMatchObject({
      limits: { cpu: 60, disk: 600 },
      feature_limits: { databases: 1, allocations: 2 },
    })
  })

  it('[SRV6] refuses what is not free, and a stale edit', async () => {
    const { api, server } = await orderOne()
    const path = `/api/servers/${server.id}`
    const greedy = await api.patch(path, change({ memory: 1025, version: server.version }))
    expect(greedy.body).toMatchObject({
      error_code: 'SERVERS_MEMORY_LIMIT',
      details: { attempted: 513, available: 512 },
    })
    expect((await api.patch(path, change({ version: server.version - 1 }))).body.error_code).toBe(
      'STALE_EDIT',
    )
  })

  it('[SRV7] loses nothing while the panel is silent, and gives nothing away', async () => {
    const { api, server } = await orderOne()
    const lift = host.panel.fault({ kind: 'down', path: '/servers' })
    await api.patch(`/api/servers/${server.id}`, change({ memory: 256, version: server.version }))
    const waiting = await until('the customer can read why', async () =>
      (await list(api)).servers.find(({ problem }) => problem === 'PANEL_AWAY'),
    )
    expect(waiting).toMatchObject({ memory: 512, wanted: { memory: 256 } })
    // The greater of both counts until the panel has said which it is.
    expect((await free(api)).used['memory']).toBe(512)
    lift()
    await until('the change is done', async () =>
      (await list(api)).servers.find(({ memory }) => memory === 256),
    )
    expect((await free(api)).used['memory']).toBe(256)
  })
})

describe('deleting a server', () => {
  it('[SRV8] frees the limits once the panel has let go', async () => {
    const { api, server, person } = await orderOne()
    const lift = host.panel.fault({ kind: 'status', status: 500, method: 'DELETE' })
    expect((await api.delete(`/api/servers/${server.id}`)).status).toBe(200)
    await until('the customer can read why', async () =>
      (await list(api)).servers.find(
        ({ status, problem }) => status === 'deleting' && problem === 'PANEL_AWAY',
      ),
    )
    expect((await api.post('/api/servers', host.anOrder())).body.error_code).toBe('SERVERS_NO_SLOT')
    lift()
    await until('the server is gone', async () => (await list(api)).servers.length === 0)
    const [account] = host.panel.state.users.filter(({ external_id }) => external_id === person.id)
    expect(host.panel.state.servers.filter(({ user }) => user === account?.id)).toEqual([])
    expect((await free(api)).used).toMatchObject({ slots: 0, memory: 0 })
  })

  it('[SRV8] takes a server that the panel does not have as deleted', async () => {
    const { api, server } = await orderOne()
    const { servers } = host.panel.state
    servers.splice(
      servers.findIndex(
        ({ name, uuid }) => name === 'Survival' && uuid.startsWith(String(server['identifier'])),
      ),
      1,
    )
    await api.delete(`/api/servers/${server.id}`)
    await until('the server is gone', async () => (await list(api)).servers.length === 0)
  })
})

it('[SRV9] a stranger finds neither server nor build', async () => {
  const { server } = await orderOne()
  const { api } = await host.signIn()
  const path = `/api/servers/${server.id}`
  const body = { ...host.anOrder(), version: server.version }
  const { name, description, memory, cpu, disk, databases, backups, allocations, version } = body
  const wish = { name, description, memory, cpu, disk, databases, backups, allocations, version }
  const answers = await Promise.all([
    api.get(path),
    api.patch(path, wish),
    api.delete(path),
    api.delete(`/api/servers/queued/${server['id']}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await list(api)).toMatchObject({ servers: [], queued: [] })
})

it('[SRV10] a ban suspends the servers, its end brings them back', async () => {
  const { person } = await orderOne()
  const admin = await host.signIn({ role: 'Administrator' })
  const path = `/api/users/${person.id}`
  const setBan = async (banned: boolean) => {
    const { item } = (await admin.api.get(path)).body as { item?: { version: number } }
    const answer = await admin.api.patch(path, {
      banned,
      bannedReason: banned ? 'Spam' : '',
      version: item?.version,
    })
    expect(answer.body).toMatchObject({ success: true })
  }
  const account = host.panel.state.users.find(({ external_id }) => external_id === person.id)
  const onPanel = () => host.panel.state.servers.find(({ user }) => user === account?.id)
  await setBan(true)
  await until('the panel has suspended it', async () => onPanel()?.status === 'suspended')
  await setBan(false)
  await until('the panel has it running again', async () => onPanel()?.status === null)
})
