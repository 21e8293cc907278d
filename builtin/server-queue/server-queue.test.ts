import { Roles } from '@spawnpoint/contracts/roles'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
afterEach(() => host.panel.clearFaults())
afterAll(() => host.stop())

type Queued = { id: string; status: string; reason: string | null }
type Listed = { servers: { id: string }[]; queued: Queued[]; slots: { used: number } }

const list = async (api: ApiClient) => (await api.get('/api/servers')).body as unknown as Listed
const order = async (api: ApiClient, over: Record<string, unknown> = {}) => {
  const { body } = await api.post('/api/servers', host.anOrder(over))
  expect(body).toMatchObject({ success: true })
  return String(body['id'])
}
const onPanel = (id: string) => host.panel.state.servers.filter(({ external_id }) => external_id === id)
const isLive = (api: ApiClient) => until('the server is live', async () => (await list(api)).servers[0])
const reasonOf = (api: ApiClient, wanted: string) =>
  until(`it says ${wanted}`, async () => (await list(api)).queued.find(({ reason }) => reason === wanted))

/** Sets the clock of a build forward instead of waiting for it. */
const sweep = () =>
  host.pool.query(`select graphile_worker.add_job('spawnpoint',
    json_build_object('plugin', 'server-queue', 'job', 'sweep', 'payload', json_build_object()))`)

const findOwners = async (api: ApiClient, search: string) => {
  const { body } = await api.get(`/api/server-queue/owners?${new URLSearchParams({ search })}`)
  return body['choices']
}

const staff = (...names: string[]) =>
  host.signIn({ permissions: names.map((name) => `admin.server.queue.${name}`) })

const runJob = (job: string) =>
  host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'server-queue', job, payload: {} }),
  ])

it('searches names by an index', async () => {
  const client = await host.pool.connect()
  try {
    await client.query('begin')
    // A table as small as this one would be read as a whole.
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from server_queue.build where name ilike '%block%'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('build_name_search')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('[QUE11] drops a failed build after the days of the settings, and no other', async () => {
  const { api, person } = await host.signIn()
  await host.allow(person.id, { slots: 9, memory: 9_000, cpu: 900, disk: 9_000, ports: 9, backups: 9 })
  const builds = [await order(api), await order(api), await order(api)]
  await until('all are live', async () => (await list(api)).servers.length === 3)
  const age = (id: string | undefined, status: string, days: number) =>
    host.pool.query(
      `update server_queue.build set status = $2, created_at = now() - make_interval(days => $3),
         updated_at = now() - make_interval(days => $3),
         panel_server_id = case when $2 = 'completed' then panel_server_id end where id = $1`,
      [id, status, days],
    )
  await age(builds[0], 'failed', 31)
  await age(builds[1], 'failed', 29)
  await age(builds[2], 'completed', 179)
  await runJob('drop-old-builds')
  const left = async () => {
    const { rows } = await host.pool.query<{ id: string }>(
      'select id from server_queue.build where owner = $1 order by id',
      [person.id],
    )
    return rows.map(({ id }) => id)
  }
  await until('the old one is gone', async () => (await left()).length === 2)
  expect(await left()).toEqual([builds[1], builds[2]])
  await host.server.core.settings.write({ queue_keep_failed_days: 28 })
  await runJob('drop-old-builds')
  await until('the setting is followed', async () => (await left()).length === 1)
})

it('[QUE40] drops a completed build after the days of the settings, and its server stays', async () => {
  const { api, person } = await host.signIn()
  await host.allow(person.id, { slots: 9, memory: 9_000, cpu: 900, disk: 9_000, ports: 9, backups: 9 })
  const builds = [await order(api), await order(api), await order(api)]
  await until('all are live', async () => (await list(api)).servers.length === 3)
  const age = (id: string | undefined, createdDays: number, completedDays: number) =>
    host.pool.query(
      `update server_queue.build set created_at = now() - make_interval(days => $2),
         updated_at = now() - make_interval(days => $3) where id = $1`,
      [id, createdDays, completedDays],
    )
  await age(builds[0], 181, 181)
  // It waited for the panel for days.
  await age(builds[1], 181, 179)
  await age(builds[2], 100, 100)
  // More than are dropped at once.
  await host.pool.query(
    `insert into server_queue.build (id, owner, created_by, name, description, location_id, category_id, egg_id, memory, cpu,
       disk, databases, backups, allocations, ignore_limits, request_key, status, panel_server_id, created_at, updated_at)
     select gen_random_uuid(), owner, created_by, name, '', location_id, category_id, egg_id, 1, 1, 1, 0, 0, 0, false,
       gen_random_uuid(), 'completed', 1, now() - interval '200 days', now() - interval '200 days'
     from server_queue.build, generate_series(1, 600) where id = $1`,
    [builds[0]],
  )
  const left = async () => {
    const { rows } = await host.pool.query<{ id: string }>(
      'select id from server_queue.build where owner = $1 order by id',
      [person.id],
    )
    return rows.map(({ id }) => id)
  }
  await runJob('drop-old-builds')
  await until('the old ones are gone', async () => (await left()).length <= 2)
  expect(await left()).toEqual([builds[1], builds[2]])
  const { rows: lines } = await host.pool.query('select 1 from server_queue.log where build_id = $1', [
    builds[0],
  ])
  expect(lines).toEqual([])
  await host.server.core.settings.write({ queue_keep_completed_days: 99 })
  await runJob('drop-old-builds')
  await until('the setting is followed', async () => (await left()).length === 0)
  expect((await list(api)).servers.map(({ id }) => id)).toHaveLength(3)
  expect(onPanel(builds[0] ?? '')).toHaveLength(1)
})

describe('building', () => {
  it('[QUE1] goes on where a killed worker stopped, without a second server', async () => {
    const { api } = await host.signIn()
    host.panel.fault({ kind: 'cut-after', method: 'POST', path: '/servers', times: 1 })
    const id = await order(api)
    await reasonOf(api, 'PANEL_UNCLEAR')
    // Simulates a worker that died while it held the answer.
    await host.pool.query(
      `update server_queue.build set status = 'building', fence = fence + 1, lease_until = now() - interval '1 s' where id = $1`,
      [id],
    )
    await sweep()
    await isLive(api)
    expect(onPanel(id)).toHaveLength(1)
    const { rows } = await host.pool.query(
      'select step from server_queue.log where build_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ step }) => step)).toEqual(expect.arrayContaining(['resumed', 'found', 'completed']))
  })

  it.each([
    ['GET', '/users', 'checked'],
    ['POST', '/servers', 'creating'],
  ] as const)(
    '[QUE2] lets the late worker of two, slow at %s %s, write nothing',
    async (method, path, step) => {
      const { api } = await host.signIn()
      host.panel.fault({ kind: 'slow', ms: 3_000, method, path, times: 1 })
      const id = await order(api)
      await until(`the first has ${step}`, async () => {
        const { rows } = await host.pool.query(
          'select 1 from server_queue.build where id = $1 and last_step = $2',
          [id, step],
        )
        return rows.length === 1
      })
      await host.pool.query(
        `update server_queue.build set fence = fence + 1, lease_until = now() - interval '1 s' where id = $1`,
        [id],
      )
      await sweep()
      await isLive(api)
      await until('both are done', async () => {
        const { rows } = await host.pool.query(
          `select 1 from graphile_worker._private_jobs where locked_at is not null`,
        )
        return rows.length === 0
      })
      expect(onPanel(id)).toHaveLength(1)
      expect((await list(api)).servers).toHaveLength(1)
      const { rows } = await host.pool.query<{ step: string }>(
        'select step from server_queue.log where build_id = $1 order by id',
        [id],
      )
      const steps = rows.map(({ step }) => step)
      const since = steps.slice(steps.indexOf('resumed'))
      expect(since).toEqual([...new Set(since)])
    },
  )

  it('[QUE3] never takes over an account of the panel', async () => {
    const { api, person } = await host.signIn()
    const [pattern] = host.panel.state.users
    if (!pattern) throw new Error('the panel has no account to copy')
    host.panel.state.users.push({
      ...pattern,
      id: 9000,
      external_id: null,
      email: person.email,
      username: 'somebody',
    })
    const id = await order(api)
    const failed = await reasonOf(api, 'PANEL_EMAIL_TAKEN')
    expect(failed).toMatchObject({ id, status: 'failed' })
    expect((await list(api)).slots.used).toBe(0)
    const stranger = await host.signIn()
    expect((await stranger.api.delete(`/api/servers/queued/${id}`)).status).toBe(404)
    expect((await api.delete(`/api/servers/queued/${id}`)).status).toBe(200)
    expect((await list(api)).queued).toEqual([])
  })

  it('[SRV35] a build keeps the step that it failed or waits at', async () => {
    const { api } = await host.signIn()
    host.panel.fault({ kind: 'status', status: 422, method: 'POST', path: '/servers', times: 1 })
    const id = await order(api)
    expect(await reasonOf(api, 'PANEL_REFUSED')).toMatchObject({ id, status: 'failed', step: 'creating' })
    expect((await api.delete(`/api/servers/queued/${id}`)).status).toBe(200)
    host.panel.fault({ kind: 'down' })
    const waiting = await order(api)
    const found = await reasonOf(api, 'PANEL_UNAVAILABLE')
    expect(found).toMatchObject({ id: waiting, status: 'pending' })
    expect(found).not.toMatchObject({ step: 'waiting' })
  })

  it('[SRV41] lets the owner remove what waits, and not what the panel may have been told of', async () => {
    const { api } = await host.signIn()
    host.panel.fault({ kind: 'down' })
    const waiting = await order(api)
    await reasonOf(api, 'PANEL_UNAVAILABLE')
    const stranger = await host.signIn()
    expect((await stranger.api.delete(`/api/servers/queued/${waiting}`)).status).toBe(404)
    expect((await api.delete(`/api/servers/queued/${waiting}`)).status).toBe(200)
    expect(await list(api)).toMatchObject({ queued: [], slots: { used: 0 } })
    host.panel.clearFaults()
    host.panel.fault({ kind: 'cut-after', method: 'POST', path: '/servers' })
    host.panel.fault({ kind: 'down', method: 'GET', path: '/servers/external' })
    const sent = await order(api)
    await reasonOf(api, 'PANEL_UNCLEAR')
    const refused = await api.delete(`/api/servers/queued/${sent}`)
    expect([refused.status, refused.body['error_code']]).toEqual([409, 'SERVERS_BUILD_STARTED'])
  })

  it('[QUE4] looks at the VIP right again when it builds', async () => {
    const egg = await host.makeEgg({ vipOnly: true })
    const { api, person } = await host.signIn({ permissions: ['user.permission.vip'] })
    host.panel.fault({ kind: 'down' })
    await order(api, { eggId: egg.id })
    await reasonOf(api, 'PANEL_UNAVAILABLE')
    const roles = host.service(Roles)
    const [plain] = await roles.list()
    if (!plain) throw new Error('there is no role')
    await host.server.core.orm.transaction((tx) =>
      roles.assign(tx, { user: person.id, role: plain.id, actor: { permissions: ['admin.root'] } }),
    )
    host.panel.clearFaults()
    expect(await reasonOf(api, 'EGG_VIP')).toMatchObject({ status: 'failed' })
    expect((await list(api)).slots.used).toBe(0)
  })

  it('[QUE5] a ban fails what waits, and it holds nothing more', async () => {
    const { api, person } = await host.signIn()
    host.panel.fault({ kind: 'down' })
    const id = await order(api)
    await reasonOf(api, 'PANEL_UNAVAILABLE')
    const admin = await host.signIn({ role: 'Administrator' })
    const path = `/api/users/${person.id}`
    const { item } = (await admin.api.get(path)).body as { item?: { version: number } }
    await admin.api.patch(path, { banned: true, bannedReason: 'Spam', version: item?.version })
    const { rows } = await until('the build has failed', async () => {
      const found = await host.pool.query(
        `select reason from server_queue.build where id = $1 and status = 'failed'`,
        [id],
      )
      return found.rows.length > 0 && found
    })
    expect(rows).toEqual([{ reason: 'OWNER_BANNED' }])
    host.panel.clearFaults()
    expect(onPanel(id)).toEqual([])
  })

  it('[QUE5] fails a build whose owner was banned when its turn comes', async () => {
    const { api, person } = await host.signIn()
    host.panel.fault({ kind: 'down' })
    const id = await order(api)
    await reasonOf(api, 'PANEL_UNAVAILABLE')
    // Without the event, as if the ban's listener had not run yet.
    await host.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [person.id])
    host.panel.clearFaults()
    await host.pool.query('update server_queue.build set next_attempt_at = now() where id = $1', [id])
    await sweep()
    const { rows } = await until('the build has ended', async () => {
      const found = await host.pool.query(
        `select status, reason from server_queue.build where id = $1 and status in ('failed', 'completed')`,
        [id],
      )
      return found.rows.length > 0 && found
    })
    expect(rows).toEqual([{ status: 'failed', reason: 'OWNER_BANNED' }])
    expect(onPanel(id)).toEqual([])
  })
})

describe('the pages of staff', () => {
  it('[QUE12] narrow the list to one customer, also a finished entry, with the right of the list', async () => {
    const [{ api: customer, person }, stranger] = [await host.signIn(), await host.signIn()]
    const [id, other] = [await order(customer), await order(stranger.api)]
    await isLive(customer)
    const { api } = await staff('list')
    const ids = async (owner: string) =>
      ((await api.get(`/api/server-queue?owner=${owner}`)).body['items'] as Queued[]).map((each) => each.id)
    expect(await ids(person.id)).toEqual([id])
    expect(await ids(stranger.person.id)).toEqual([other])
    expect((await customer.get(`/api/server-queue?owner=${person.id}`)).status).toBe(403)
    expect((await api.get('/api/server-queue?owner=me')).status).toBe(400)
  })

  it('[QUE6, QUE21] read, count, show and delete with the right for each', async () => {
    const { api: customer, person } = await host.signIn()
    host.panel.fault({ kind: 'down' })
    const id = await order(customer, { name: 'Waiting room' })
    await reasonOf(customer, 'PANEL_UNAVAILABLE')
    const lister = await staff('list')
    const { body } = await lister.api.get('/api/server-queue?search=Waiting&filter=status:pending')
    expect(body).toMatchObject({
      items: [
        { id, owner: { username: person.username }, locationName: 'Place 1', reason: 'PANEL_UNAVAILABLE' },
      ],
      next: null,
      previous: null,
    })
    expect((await lister.api.get('/api/server-queue/counts')).body).toMatchObject({ paused: false })
    for (const path of [`/api/server-queue/${id}`, '/api/server-queue/logs', '/api/server-queue/options'])
      expect((await lister.api.get(path)).status).toBe(403)
    const viewer = await staff('view')
    expect((await viewer.api.get(`/api/server-queue/${id}`)).body).toMatchObject({
      item: { eggName: 'Paper' },
      log: [],
    })
    const reader = await staff('view', 'logs.view')
    expect((await reader.api.get(`/api/server-queue/${id}`)).body['log']).toEqual(
      expect.arrayContaining([expect.objectContaining({ step: 'waiting', reason: 'PANEL_UNAVAILABLE' })]),
    )
    const logs = await reader.api.get(`/api/server-queue/logs?build=${id}&limit=1`)
    expect(logs.body).toMatchObject({ items: [{ buildName: 'Waiting room' }], next: expect.any(String) })
    const found = async (query: string) => (await reader.api.get(`/api/server-queue/logs?${query}`)).body
    expect(await found(`build=${id}&filter=step:queued`)).toMatchObject({
      items: [{ step: 'queued' }],
      total: 1,
    })
    expect(await found('search=waiting+roo&filter=step:queued')).toMatchObject({ total: 1 })
    expect(await found('search=another+room')).toMatchObject({ items: [], total: 0 })
    expect((await lister.api.get('/api/server-queue?filter=status:pending')).body['total']).toBeGreaterThan(0)
    expect((await reader.api.delete(`/api/server-queue/${id}`)).status).toBe(403)
    const remover = await staff('delete')
    expect((await remover.api.delete(`/api/server-queue/${id}`)).status).toBe(200)
    expect((await remover.api.delete(`/api/server-queue/${id}`)).status).toBe(404)
    expect((await list(customer)).slots.used).toBe(0)
    for (const path of ['', '/counts', '/logs', `/${id}`])
      expect((await customer.get(`/api/server-queue${path}`)).status).toBe(403)
  })

  it('[QUE17] retry a failed build once, however often it is pressed', async () => {
    const { api: customer } = await host.signIn()
    host.panel.fault({ kind: 'status', status: 422, method: 'POST', path: '/servers', times: 1 })
    const id = await order(customer, { name: 'Second chance' })
    await reasonOf(customer, 'PANEL_REFUSED')
    const path = `/api/server-queue/${id}/retry`
    expect((await (await staff('list', 'view', 'delete')).api.post(path, {})).status).toBe(403)
    const { api } = await staff('create', 'view', 'logs.view')
    const both = await Promise.all([api.post(path, {}), api.post(path, {})])
    const again = String(both[0]?.body['id'])
    expect(both.map(({ status, body }) => [status, body['id']])).toEqual([
      [200, again],
      [200, again],
    ])
    await isLive(customer)
    expect((await api.post(path, {})).body).toMatchObject({ id: again })
    expect((await list(customer)).servers).toHaveLength(1)
    expect((await list(customer)).queued).toEqual([])
    expect(onPanel(again)).toHaveLength(1)
    const { log } = (await api.get(`/api/server-queue/${again}`)).body as { log: { step: string }[] }
    expect(
      log.map(({ step }) => step).filter((step) => ['queued', 'failed', 'completed'].includes(step)),
    ).toEqual(['queued', 'failed', 'queued', 'completed'])
    const { rows } = await host.pool.query(
      `select before from kernel.audit where action = 'server-queue:retried' and target = $1`,
      [again],
    )
    expect(rows).toMatchObject([{ before: { id, reason: 'PANEL_REFUSED' } }])
    expect((await api.post(`/api/server-queue/${again}/retry`, {})).body).toMatchObject({
      error_code: 'QUEUE_NOT_FAILED',
    })
    expect((await api.post(`/api/server-queue/${randomUUID()}/retry`, {})).status).toBe(404)
  })

  it('[QUE17] retry within the limits that hold by then', async () => {
    const { api: customer } = await host.signIn()
    host.panel.fault({ kind: 'status', status: 422, method: 'POST', path: '/servers', times: 1 })
    const id = await order(customer)
    await reasonOf(customer, 'PANEL_REFUSED')
    // Takes the only slot meanwhile.
    await order(customer)
    await isLive(customer)
    const { api } = await staff('create')
    expect((await api.post(`/api/server-queue/${id}/retry`, {})).body).toMatchObject({
      error_code: 'SERVERS_NO_SLOT',
    })
    expect((await list(customer)).queued).toMatchObject([{ id, status: 'failed' }])
  })

  it('[QUE15] find a customer without being shown an email address or a real name', async () => {
    const { person } = await host.signIn()
    const { api } = await staff('create')
    const choice = { value: person.id, label: person.username }
    const [account = ''] = person.email.split('@')
    for (const search of [person.username.slice(1, -1), person.email.toUpperCase(), person.id])
      expect(await findOwners(api, search), search).toContainEqual(choice)
    for (const search of [person.email.slice(account.length), `${person.firstName} ${person.lastName}`])
      expect(await findOwners(api, search), search).toEqual([])
    expect(JSON.stringify(await findOwners(api, ''))).not.toContain('@')
    expect((await (await staff('view')).api.get('/api/server-queue/owners')).status).toBe(403)
  })

  it('[QUE7, SRV15] order for somebody within their limits, or beyond them with a reason', async () => {
    const { api: customer, person } = await host.signIn()
    const { api } = await staff('create')
    expect(await findOwners(api, person.username)).toEqual([{ value: person.id, label: person.username }])
    const wish = (over: Record<string, unknown> = {}) => ({
      ...host.anOrder({ memory: 4096, acceptTerms: undefined, ...over }),
      owner: person.id,
    })
    expect((await api.post('/api/server-queue', wish())).body).toMatchObject({
      error_code: 'SERVERS_MEMORY_LIMIT',
    })
    const silent = await api.post('/api/server-queue', wish({ ignoreLimits: true }))
    expect(silent.body).toMatchObject({ error_code: 'QUEUE_REASON_NEEDED' })
    const made = await api.post('/api/server-queue', wish({ ignoreLimits: true, reason: 'A gift' }))
    expect(made.status).toBe(200)
    await isLive(customer)
    const { rows } = await host.pool.query(
      `select after from kernel.audit where action = 'server-queue:created' and target = $1`,
      [made.body['id']],
    )
    expect(rows).toMatchObject([{ after: { ignoreLimits: true, reason: 'A gift' } }])
    expect((await api.post('/api/server-queue', { ...wish(), owner: randomUUID() })).status).toBe(404)
  })
})
