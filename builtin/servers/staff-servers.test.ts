import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'
import { states } from './server/handle-staff-servers.ts'
import { server } from './server/tables.ts'

let host: HostingServer

beforeAll(async () => {
  host = await startHostingServer()
})
afterAll(() => host.stop())

type Row = Record<string, unknown> & { id: string; name: string; status: string; owner: { id: string } }
type Rows = { items: Row[]; total: number }
type Bulk = { finished: boolean; rows: { id: string; state: string; code: string | null }[] }

const all = ['admin.servers.list', 'admin.servers.edit', 'admin.servers.delete']
const staff = (...permissions: string[]) => host.signIn({ permissions })
const list = async (api: ApiClient, query = '') =>
  (await api.get(`/api/servers/all${query}`)).body as unknown as Rows
const own = async (api: ApiClient) => (await api.get('/api/servers')).body['servers'] as Row[]
const used = async (api: ApiClient) =>
  ((await api.get('/api/servers/limits')).body['used'] as Record<string, number>)['slots']

const aCustomer = async (name = 'Survival', over: Record<string, unknown> = {}) => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder({ name, ...over }))
  const server = await until('the server is there', async () => (await own(api))[0])
  const onPanel = () =>
    host.panel.state.servers.find(({ uuid }) => uuid.startsWith(String(server['identifier'])))
  return { api, person, server, onPanel }
}

const auditOf = async (target: string, action: string) => {
  const { rows } = await host.pool.query<{ actor: string | null; before: object; after: object }>(
    'select actor, before, after from kernel.audit where target = $1 and action = $2',
    [target, action],
  )
  return rows
}

describe('the list', () => {
  it('[SRV70] [SRV93] finds the few servers that are suspended, deleted or in trouble by an index, however many there are', async () => {
    const { person } = await host.signIn()
    await host.pool.query(
      `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
         memory, cpu, disk, databases, backups, allocations, status, panel_state)
       select gen_random_uuid(), $1, 0, n::text, 'n' || n, '', $1, $1, $1, 1, 1, 1, 0, 0, 0,
         case when n % 500 = 1 then 'suspended' when n % 1000 = 2 then 'deleting' else 'active' end,
         case n % 1000 when 3 then 'missing' else 'ready' end
       from generate_series(1, 30000) n`,
      [person.id],
    )
    await host.pool.query('analyze servers.server')
    const planOf = async (where: SQL, by = 'created_at desc, id desc') => {
      const listed = sql`explain select * from servers.server where ${where} order by ${sql.raw(by)} limit 21`
      const { rows } = await host.server.core.orm.execute<Record<string, string>>(listed)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    try {
      expect(await planOf(states.suspended(server))).toContain('using server_state')
      expect(await planOf(states.deleting(server))).toContain('using server_state')
      expect(await planOf(states.trouble(server))).toContain('using server_trouble')
      const ways = { name: 'lower(name), id', expiry: 'expires_at desc, id desc' }
      for (const [index, by] of Object.entries(ways)) {
        const plan = await planOf(states.suspended(server), by)
        expect(plan).toMatch(new RegExp(`server_state_${index}`))
        expect(plan).not.toMatch(/Sort|Filter/)
      }
      const { api } = await staff('admin.servers.list')
      const figures = (await api.get('/api/servers/all/overview')).body
      const trouble = (await list(api, '?filter=state:trouble&limit=1')).total
      expect(figures).toMatchObject({ trouble })
      expect(trouble).toBeGreaterThanOrEqual(30)
      expect(figures['total']).toBeGreaterThan(20_000)
    } finally {
      await host.pool.query(`delete from servers.server where owner = $1`, [person.id])
    }
  })

  it('[SRV43] finds servers by name, identifier, address, id and owner, and filters them', async () => {
    const name = `Find ${randomUUID().slice(0, 8)}`
    const { person, server } = await aCustomer(name)
    const { api } = await staff('admin.servers.list')
    const texts = [name.slice(5), server['identifier'], server.id, person.username, server['address']]
    for (const text of texts.map(String)) {
      const { items } = await list(api, `?search=${encodeURIComponent(text)}`)
      expect(
        items.map(({ id }) => id),
        text,
      ).toContain(server.id)
      expect(items[0]).toMatchObject({ owner: { username: person.username } })
    }
    // Staff look for banned users most.
    await host.pool.query(`update users.account set banned_reason = 'Fraud' where id = $1`, [person.id])
    const found = await list(api, `?search=${encodeURIComponent(person.username)}`)
    expect(found.items.map(({ id }) => id)).toContain(server.id)
    await host.pool.query('update users.account set banned_reason = null where id = $1', [person.id])
    const byName = `search=${encodeURIComponent(name)}`
    const count = async (filter: string) => (await list(api, `?${byName}&filter=${filter}`)).items.length
    expect(await count('state:active')).toBe(1)
    expect(await count('state:suspended')).toBe(0)
    expect(await count(`location:${host.location.id}`)).toBe(1)
    expect(await count(`location:${randomUUID()}`)).toBe(0)
    expect(await count(`egg:${host.egg.id}`)).toBe(1)
    expect(await count(`egg:${randomUUID()}`)).toBe(0)
    expect(await count('expiry:past')).toBe(0)
    const expire = (days: number) =>
      host.pool.query(
        'update servers.server set expires_at = now() + make_interval(days => $2) where id = $1',
        [server.id, days],
      )
    await expire(3)
    expect([await count('expiry:week'), await count('expiry:past')]).toEqual([1, 0])
    await expire(-1)
    expect([await count('expiry:week'), await count('expiry:past')]).toEqual([0, 1])
    await host.pool.query('update servers.server set problem = $2 where id = $1', [server.id, 'PANEL_AWAY'])
    expect(await count('state:trouble')).toBe(1)
    expect((await list(api, `?owner=${person.id}`)).items).toHaveLength(1)
    expect((await list(api, `?owner=${randomUUID()}`)).items).toHaveLength(0)
  })

  it('[SRV43] pages by each of its columns, servers without an expiry last', async () => {
    const word = randomUUID().slice(0, 8)
    for (const first of ['B', 'a', 'C']) await aCustomer(`${first} ${word}`)
    const { api } = await staff('admin.servers.list')
    const walk = async (sort: string) => {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const past: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await api.get(`/api/servers/all?search=${word}&limit=1&sort=${sort}${past}`)
        const page = body as unknown as Rows & { next: string | null }
        names.push(...page.items.map(({ name }) => name.slice(0, 1)))
        cursor = page.next
      }
      return names.join('')
    }
    expect(await walk('name')).toBe('aBC')
    expect(await walk('createdAt')).toBe('BaC')
    await host.pool.query(`update servers.server set expires_at = now() where name = $1`, [`C ${word}`])
    expect((await walk('expiresAt')).startsWith('C')).toBe(true)
  })

  it('[SRV43] is for staff with admin.servers.list', async () => {
    const customer = await host.signIn()
    const { api } = await staff('admin.servers.edit', 'admin.servers.delete')
    for (const each of [customer.api, api]) expect((await each.get('/api/servers/all')).status).toBe(403)
    expect((await customer.api.get('/api/servers/all/overview')).status).toBe(403)
    expect((await customer.api.get('/api/servers/comparison')).status).toBe(403)
  })

  it('[SRV43] counts by state and says where a server opens on the panel', async () => {
    const { server } = await aCustomer()
    const { api } = await staff('admin.servers.list')
    const read = async () => (await api.get('/api/servers/all/overview')).body as Record<string, number>
    const before = await read()
    await host.pool.query(
      `update servers.server set status = 'suspended', panel_state = 'missing' where id = $1`,
      [server.id],
    )
    const after = await read()
    expect(after['suspended']).toBe((before['suspended'] ?? 0) + 1)
    expect(after['trouble']).toBe((before['trouble'] ?? 0) + 1)
    expect(after['panelPage']).toBe(`${host.panel.url}/admin/servers/view/{id}`)
  })
})

it('[SRV44] shows the owner why staff suspended the server, and keeps before and after', async () => {
  const { api: owner, person, server, onPanel } = await aCustomer()
  const { api } = await staff(...all)
  const path = `/api/servers/of/${person.id}/${server.id}/suspension`
  await api.put(path, { suspended: true, reason: 'Mining coins' })
  await until('the panel has stopped it', async () => onPanel()?.status === 'suspended')
  expect((await own(owner))[0]).toMatchObject({ suspensionReason: 'Mining coins' })
  await api.put(path, { suspended: false, reason: 'Cleared up' })
  await until('it runs again', async () => (await own(owner))[0]?.status === 'active')
  expect((await own(owner))[0]).toMatchObject({ suspensionReason: null })
  expect(await auditOf(person.id, 'servers:unsuspended')).toMatchObject([
    {
      before: { server: server.id, suspended: true, reason: 'Mining coins' },
      after: { suspended: false, reason: 'Cleared up' },
    },
  ])
})

describe('deleting', () => {
  const reason = { reason: 'Unpaid' }
  it('[SRV45] takes its own permission and recent reauthentication, and frees the limits in the end', async () => {
    const { api: owner, person, server, onPanel } = await aCustomer()
    const path = `/api/servers/all/${server.id}/deletion`
    const { api: editor } = await staff('admin.servers.list', 'admin.servers.edit')
    expect((await editor.post(path, reason)).status).toBe(403)
    const late = await host.signIn({ permissions: all, proven: false })
    expect((await late.api.post(path, reason)).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    const { api, person: agent } = await staff('admin.servers.delete')
    expect((await api.post(path, { reason: '' })).status).toBe(400)
    expect((await api.post(path, reason)).status).toBe(200)
    await until('the panel has let go of it', async () => onPanel() === undefined)
    await until('the slot is free', async () => (await used(owner)) === 0)
    expect(await auditOf(person.id, 'servers:deleting')).toMatchObject([
      { actor: agent.id, before: { name: 'Survival' }, after: { reason: 'Unpaid' } },
    ])
    expect((await api.post(path, reason)).status).toBe(404)
  })

  it('[SRV84] a deletion that a dead node holds up is forced by staff, and frees the limits', async () => {
    const { api: owner, person, server, onPanel } = await aCustomer()
    const path = `/api/servers/all/${server.id}/deletion`
    const { api, person: agent } = await staff(...all)
    const forced = { reason: 'The node is gone', force: true }
    expect((await api.post(path, forced)).body.error_code).toBe('SERVERS_NOT_STUCK')
    // So a panel answers whose node does not.
    const revive = host.panel.fault({
      kind: 'status',
      status: 504,
      method: 'DELETE',
      path: `/servers/${onPanel()?.id}$`,
    })
    try {
      expect((await api.post(path, reason)).status).toBe(200)
      await until('the panel has refused', async () => (await own(owner))[0]?.['problem'] === 'PANEL_AWAY')
      expect(await used(owner)).toBe(1)
      const old = await host.signIn({ permissions: all, proven: false })
      expect((await old.api.post(path, forced)).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
      expect((await api.post(path, reason)).body.error_code).toBe('SERVERS_DELETING')
      expect((await api.post(path, forced)).status).toBe(200)
      await until('the slot is free', async () => (await used(owner)) === 0)
      expect(onPanel()).toBeUndefined()
    } finally {
      revive()
    }
    expect(await auditOf(person.id, 'servers:deletion-forced')).toMatchObject([
      { actor: agent.id, after: { reason: 'The node is gone' } },
    ])
  })

  it('[SRV45] leaves the servers of somebody with more permissions alone', async () => {
    const above = await host.signIn({ role: 'Administrator' })
    await above.api.post('/api/servers', host.anOrder())
    const server = await until('the server is there', async () => (await own(above.api))[0])
    const { api } = await staff(...all)
    const answer = await api.post(`/api/servers/all/${server.id}/deletion`, reason)
    expect(answer.body.error_code).toBe('SERVERS_EXCEEDS_OWN')
  })
})

describe('a transfer', () => {
  const give = (api: ApiClient, server: Row, owner: string) =>
    api.put(`/api/servers/all/${server.id}/owner`, { owner, reason: 'Sold to a friend' })

  it('[SRV46] moves the server on the panel and between the limits of both', async () => {
    const { api: owner, person, server, onPanel } = await aCustomer()
    const receiver = await host.signIn()
    const { api } = await staff(...all)
    expect((await give(api, server, receiver.person.id)).status).toBe(200)
    await until('it is theirs', async () => (await own(receiver.api))[0]?.id === server.id)
    const account = host.panel.state.users.find(({ external_id }) => external_id === receiver.person.id)
    expect(onPanel()?.user).toBe(account?.id)
    expect(await own(owner)).toEqual([])
    expect([await used(owner), await used(receiver.api)]).toEqual([0, 1])
    expect(await auditOf(receiver.person.id, 'servers:transferred')).toMatchObject([
      { before: { owner: person.id }, after: { owner: receiver.person.id } },
    ])
  })

  it('[SRV46] holds the limits of both while the panel is silent, and moves nothing before', async () => {
    const { api: owner, server } = await aCustomer()
    const receiver = await host.signIn()
    const { api } = await staff(...all)
    const lift = host.panel.fault({ kind: 'down', path: '/servers' })
    await give(api, server, receiver.person.id)
    await until('the panel was asked', async () => (await own(owner))[0]?.['problem'] === 'PANEL_AWAY')
    expect([await used(owner), await used(receiver.api)]).toEqual([1, 1])
    expect(await own(receiver.api)).toEqual([])
    expect((await receiver.api.post('/api/servers', host.anOrder())).body.error_code).toBe('SERVERS_NO_SLOT')
    expect((await give(api, server, receiver.person.id)).body.error_code).toBe('SERVERS_CHANGE_PENDING')
    lift()
    await until('it is theirs', async () => (await own(receiver.api)).length === 1)
    expect([await used(owner), await used(receiver.api)]).toEqual([0, 1])
  })

  it('[SRV46] refuses a receiver without room, the owner, a banned one and a stranger', async () => {
    const { person, server } = await aCustomer()
    const full = await aCustomer()
    const { api } = await staff(...all)
    expect((await give(api, server, full.person.id)).body.error_code).toBe('SERVERS_NO_SLOT')
    await host.allow(full.person.id, { slots: 1 })
    expect((await give(api, server, full.person.id)).status).toBe(200)
    await until('it is theirs', async () => (await own(full.api)).length === 2)
    await host.allow(person.id, { memory: -900 })
    expect((await give(api, server, person.id)).body.error_code).toBe('SERVERS_MEMORY_LIMIT')
    expect((await give(api, server, full.person.id)).body.error_code).toBe('SERVERS_SAME_OWNER')
    expect((await give(api, server, randomUUID())).body.error_code).toBe('SERVERS_NO_RECEIVER')
    const { api: reader } = await staff('admin.servers.list')
    expect((await give(reader, server, person.id)).status).toBe(403)
  })

  it('[SRV46] gives the last slot of the receiver away once', async () => {
    const givers = await Promise.all([aCustomer(), aCustomer(), aCustomer()])
    const receiver = await host.signIn()
    await host.allow(receiver.person.id, { memory: 9_000, disk: 9_000, cpu: 900, ports: 9, backups: 9 })
    const { api } = await staff(...all)
    const answers = await Promise.all(givers.map(({ server }) => give(api, server, receiver.person.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('[SRV46] leaves the server with its owner when the panel refuses the new one', async () => {
    const { api: owner, person, server } = await aCustomer()
    const receiver = await host.signIn()
    const { api } = await staff(...all)
    // An account with this email address, which nobody has shown to be the receiver's.
    const [stranger] = host.panel.state.users
    const email = stranger?.email
    if (stranger) stranger.email = receiver.person.email
    await give(api, server, receiver.person.id)
    await until('it was taken back', async () => (await own(owner))[0]?.['problem'] === 'PANEL_REFUSED')
    if (stranger && email) stranger.email = email
    expect([await used(owner), await used(receiver.api)]).toEqual([1, 0])
    expect(await auditOf(person.id, 'servers:transfer-failed')).toHaveLength(1)
  })
})

describe('many at once', () => {
  const start = (api: ApiClient, body: object) =>
    api.post('/api/servers/bulk', { id: randomUUID(), reason: 'Cleaning up', ...body })
  const read = async (api: ApiClient, id: unknown) =>
    (await api.get(`/api/servers/bulk/${String(id)}`)).body as unknown as Bulk
  const settled = (api: ApiClient, id: unknown) =>
    until('all are settled', async () => {
      const bulk = await read(api, id)
      return bulk.finished && bulk.rows.every(({ state }) => state !== 'waiting') && bulk
    })

  it('[SRV47] says of each server what became of it', async () => {
    const [one, two, three] = await Promise.all([aCustomer('One'), aCustomer('Two'), aCustomer('Three')])
    const { api } = await staff(...all)
    await api.post(`/api/servers/all/${two.server.id}/deletion`, { reason: 'Unpaid' })
    await until('it is gone', async () => two.onPanel() === undefined)
    await until('it is gone here', async () => (await own(two.api)).length === 0)
    const servers = [one.server.id, two.server.id, three.server.id]
    const { body } = await start(api, { action: 'suspend', servers })
    const { rows } = await settled(api, body['id'])
    expect(rows.map(({ state, code }) => code ?? state)).toEqual(['done', 'NOT_FOUND', 'done'])
    expect([one.onPanel()?.status, three.onPanel()?.status]).toEqual(['suspended', 'suspended'])
    expect((await own(one.api))[0]).toMatchObject({ suspensionReason: 'Cleaning up' })
    const back = await start(api, { action: 'unsuspend', servers: [one.server.id] })
    expect((await settled(api, back.body['id'])).rows).toMatchObject([{ state: 'done' }])
    expect(one.onPanel()?.status).toBe(null)
  })

  it('[SRV47] calls nothing done before the panel has confirmed it', async () => {
    const { server } = await aCustomer()
    const { api } = await staff(...all)
    const lift = host.panel.fault({ kind: 'down', path: '/servers' })
    const { body } = await start(api, { action: 'delete', servers: [server.id] })
    await until('the job has ended', async () => (await read(api, body['id'])).finished)
    expect((await read(api, body['id'])).rows).toMatchObject([{ state: 'waiting' }])
    lift()
    expect((await settled(api, body['id'])).rows).toMatchObject([{ state: 'done' }])
  })

  it('[SRV47] calls no transfer done whose server was deleted meanwhile', async () => {
    const { server, onPanel } = await aCustomer()
    const receiver = await host.signIn()
    const { api } = await staff(...all)
    const lift = host.panel.fault({ kind: 'down' })
    const { body } = await start(api, { action: 'transfer', servers: [server.id], owner: receiver.person.id })
    await until('the job has ended', async () => (await read(api, body['id'])).finished)
    expect((await read(api, body['id'])).rows).toMatchObject([{ state: 'waiting' }])
    expect((await api.post(`/api/servers/all/${server.id}/deletion`, { reason: 'Abuse' })).status).toBe(200)
    lift()
    await until('it is gone', async () => onPanel() === undefined)
    expect((await settled(api, body['id'])).rows).toMatchObject([{ state: 'refused', code: 'NOT_FOUND' }])
    expect(await own(receiver.api)).toEqual([])
  })

  it('[SRV47] transfers until the receiver has no room', async () => {
    const givers = await Promise.all([aCustomer(), aCustomer()])
    const receiver = await host.signIn()
    const { api } = await staff(...all)
    const servers = givers.map(({ server }) => server.id)
    const { body } = await start(api, { action: 'transfer', servers, owner: receiver.person.id })
    const { rows } = await settled(api, body['id'])
    expect(rows.map(({ state, code }) => code ?? state)).toEqual(['done', 'SERVERS_NO_SLOT'])
    expect((await start(api, { action: 'transfer', servers })).body.error_code).toBe('SERVERS_NO_RECEIVER')
  })

  it('[SRV47] takes the permission of its action, when it is started and when it runs', async () => {
    const { server, onPanel } = await aCustomer()
    const servers = [server.id]
    const { api: editor } = await staff('admin.servers.edit')
    expect((await start(editor, { action: 'delete', servers })).body.error_code).toBe(
      'SERVERS_ACTION_FORBIDDEN',
    )
    const { api: remover } = await staff('admin.servers.delete')
    expect((await start(remover, { action: 'suspend', servers })).body.error_code).toBe(
      'SERVERS_ACTION_FORBIDDEN',
    )
    const late = await host.signIn({ permissions: all, proven: false })
    expect((await start(late.api, { action: 'delete', servers })).body.error_code).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    const { person } = await host.signIn()
    const id = randomUUID()
    await host.pool.query(
      `insert into servers.bulk (id, actor, action, reason, ip, created_at) values ($1, $2, 'suspend', '', '', now())`,
      [id, person.id],
    )
    await host.pool.query(
      `insert into servers.bulk_row (bulk, place, server, name) values ($1, 0, $2, 'Survival')`,
      [id, server.id],
    )
    await host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin: 'servers', job: 'bulk', payload: { bulk: id } }),
    ])
    const outcome = async () =>
      (
        await host.pool.query<{ outcome: string | null }>(
          'select outcome from servers.bulk_row where bulk = $1',
          [id],
        )
      ).rows[0]?.outcome
    await until('it was judged', outcome)
    expect(await outcome()).toBe('SERVERS_ACTION_FORBIDDEN')
    expect(onPanel()?.status).not.toBe('suspended')
  })

  it('[SRV47] [SRV117] runs once for a repeated request, and is read by who started it', async () => {
    const { server } = await aCustomer()
    const { api } = await staff(...all)
    const id = randomUUID()
    const body = { id, action: 'suspend', servers: [server.id] }
    const answers = await Promise.all([start(api, body), start(api, body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await settled(api, id)).rows).toHaveLength(1)
    const other = await staff(...all)
    expect((await other.api.get(`/api/servers/bulk/${id}`)).status).toBe(404)
    const runsOf = async (reader: ApiClient) => (await reader.get('/api/servers/bulk')).body['runs']
    expect(await runsOf(api)).toMatchObject([{ id, action: 'suspend', servers: 1, finished: true }])
    expect(await runsOf(other.api)).toEqual([])
    expect((await start(other.api, body)).body.error_code).toBe('SERVERS_KEY_REUSED')
  })
})

it('[SRV48] names what differs from the panel on each side', async () => {
  const { api: owner, server, onPanel, person } = await aCustomer('Lost')
  const { api: neighbour, server: kept, onPanel: keptOnPanel } = await aCustomer('Kept')
  const { api } = await staff(...all)
  const isReady = async (each: ApiClient) => (await own(each))[0]?.['panelState'] === 'ready'
  await until('both are installed', async () => (await isReady(owner)) && (await isReady(neighbour)))
  const gone = onPanel()
  const [pattern] = host.panel.state.servers
  if (!pattern || !gone) throw new Error('not built')
  host.panel.state.servers.splice(host.panel.state.servers.indexOf(gone), 1)
  const stranger = { ...(keptOnPanel() ?? pattern), id: 9_999, name: 'Stranger', external_id: null }
  host.panel.state.servers.push({ ...stranger, uuid: randomUUID() })
  expect((await api.post('/api/servers/comparison')).status).toBe(200)
  const compared = await until('it was compared', async () => {
    const ours = (await api.get('/api/servers/comparison/differences')).body['items'] as { id: string }[]
    return ours.some(({ id }) => id === server.id) && ours
  })
  expect(compared.find(({ id }) => id === server.id)).toMatchObject({
    difference: 'missing',
    owner: { id: person.id },
  })
  expect(compared.map(({ id }) => id)).not.toContain(kept.id)
  const { api: reader } = await staff('admin.servers.list')
  expect((await reader.post('/api/servers/comparison')).status).toBe(403)
})
