import { Servers } from '@spawnpoint/contracts/servers'
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

const staff = (over: { permissions?: string[]; proven?: boolean } = {}) =>
  host.signIn({ permissions: ['admin.users.edit'], ...over })

type Limits = Record<string, number>
type Answer = { total: Limits; used: Limits; editable: boolean }

const read = async (api: ApiClient, user: string) =>
  (await api.get(`/api/servers/limits/${user}`)).body as unknown as Answer

/** A reader may briefly see a build twice: in the queue and as a server. */
const readOnce = (api: ApiClient, user: string, servers: number) =>
  until('each order is counted once', async () => {
    const now = await read(api, user)
    return now.used['slots'] === servers && now
  })

const isBuilt = (api: ApiClient) =>
  until('the server is built', async () => {
    const { body } = await api.get('/api/servers')
    return Array.isArray(body['servers']) && body['servers'].length > 0
  })

/** Saves what the limits are with some of them changed, as the form does. */
const change = async (api: ApiClient, user: string, over: Limits, more: object = {}) => {
  const { total } = await read(api, user)
  const body = { ...total, ...over, before: total, reason: 'asked for by mail', ...more }
  return api.put(`/api/servers/limits/${user}`, body)
}

const entries = async (user: string) => {
  const { rows } = await host.pool.query<{ actor: string; before: Limits; after: Limits }>(
    `select actor, before, after from kernel.audit where action = 'servers:limits-changed' and target = $1`,
    [user],
  )
  return rows
}

describe('the limits of a customer, in the hands of staff', () => {
  it('[SRV27] are nobody’s own, and rise only so far at once', async () => {
    const [{ api, person }, customer] = [await staff(), await host.signIn()]
    expect(await change(api, person.id, { memory: 2048 })).toMatchObject({
      status: 403,
      body: { error_code: 'SERVERS_SELF' },
    })
    const root = await staff({ permissions: ['admin.root'] })
    expect((await change(root.api, root.person.id, { memory: 2048 })).body.error_code).toBe('SERVERS_SELF')
    const user = customer.person.id
    expect(await change(api, user, { memory: 1_000_000, slots: 2 })).toMatchObject({
      status: 403,
      body: { error_code: 'SERVERS_LIMITS_CEILING', fields: { memory: 'SERVERS_LIMITS_CEILING' } },
    })
    expect((await read(api, user)).total).toMatchObject({ memory: 1024, slots: 1 })
    expect((await change(root.api, user, { memory: 1_000_000 })).status).toBe(200)
  })

  it('[SRV27] rise only so often in a day by the same hand', async () => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    for (let slots = 2; slots <= 51; slots += 1) expect((await change(api, user, { slots })).status).toBe(200)
    expect((await change(api, user, { slots: 52 })).body.error_code).toBe('SERVERS_LIMITS_DAILY')
    expect((await change(api, user, { slots: 40 })).status).toBe(200)
    expect((await change((await staff()).api, user, { slots: 41 })).status).toBe(200)
  })

  it('[SRV20] are read with what is in use, changed at once, and counted from then on', async () => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    expect(await read(api, user)).toMatchObject({ total: { memory: 1024, slots: 1 }, used: { slots: 0 } })
    const saved = await change(api, user, { memory: 4096, slots: 3, allocations: 5 })
    expect(saved.body).toMatchObject({ total: { memory: 4096, slots: 3, allocations: 5, disk: 1024 } })
    expect((await customer.api.get('/api/servers/limits')).body).toMatchObject({ total: { memory: 4096 } })
    expect((await customer.api.post('/api/servers', host.anOrder({ memory: 2048 }))).status).toBe(200)
    expect((await readOnce(api, user, 1)).used).toMatchObject({ memory: 2048, slots: 1 })
  })

  it('[SRV20] need the permission, recent reauthentication, and nobody above oneself', async () => {
    const customer = await host.signIn()
    const user = customer.person.id
    const path = `/api/servers/limits/${user}`
    expect((await customer.api.get(path)).status).toBe(403)
    expect((await change((await staff({ permissions: ['admin.users.list'] })).api, user, {})).status).toBe(
      403,
    )
    const late = await staff({ proven: false })
    expect((await change(late.api, user, { memory: 2048 })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    const { api } = await staff()
    const above = (await host.signIn({ role: 'Administrator' })).person.id
    expect(await read(api, above)).toMatchObject({ editable: false })
    expect((await change(api, above, { memory: 2048 })).body.error_code).toBe('SERVERS_EXCEEDS_OWN')
    expect((await api.get(`/api/servers/limits/${randomUUID()}`)).status).toBe(404)
  })

  it.each([
    ['memory', -1],
    ['disk', 0.5],
    ['cpu', '100'],
    ['slots', 1_000_000_001],
    ['databases', null],
    ['reason', ' '],
    ['credits', 5],
  ])('[SRV20] refuse a wrong %s beside its field', async (field, value) => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const answer = await change(api, customer.person.id, {}, { [field]: value })
    expect([answer.status, Object.keys(answer.body['fields'] as object)]).toEqual([400, [field]])
  })

  it('[SRV21] are logged with old and new values and the reason; the customer sees that it was done', async () => {
    const [{ api, person }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    await change(api, user, { memory: 2048 })
    expect(await entries(user)).toMatchObject([
      { actor: person.id, before: { memory: 1024 }, after: { memory: 2048, reason: 'asked for by mail' } },
    ])
    const { body } = await customer.api.get('/api/account/activity')
    expect(body['items']).toContainEqual(expect.objectContaining({ action: 'servers:limits-changed' }))
    expect(JSON.stringify(body)).not.toContain('asked for by mail')
  })

  it('[SRV22] refuse an edit that began before another one, or before a purchase; the same one twice is one', async () => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    const { total } = await read(api, user)
    const edit = (over: Limits) =>
      api.put(`/api/servers/limits/${user}`, { ...total, ...over, before: total, reason: 'why' })
    expect((await edit({ memory: 2048 })).status).toBe(200)
    expect((await edit({ memory: 2048 })).status).toBe(200)
    expect(await entries(user)).toHaveLength(1)
    expect((await edit({ disk: 9000 })).body.error_code).toBe('STALE_EDIT')
    expect((await read(api, user)).total).toMatchObject({ memory: 2048, disk: 1024 })
    const other = (await host.signIn()).person.id
    const seen = await read(api, other)
    await host.allow(other, { memory: 1024 })
    const late = { ...seen.total, cpu: 300, before: seen.total, reason: 'why' }
    expect((await api.put(`/api/servers/limits/${other}`, late)).body.error_code).toBe('STALE_EDIT')
    expect((await read(api, other)).total).toMatchObject({ memory: 2048, cpu: 100 })
  })

  it('[SRV22] take one of many edits that began at the same values', async () => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    const { total } = await read(api, user)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.put(`/api/servers/limits/${user}`, {
          ...total,
          memory: 2000 + index,
          before: total,
          reason: 'x',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await entries(user)).toHaveLength(1)
  })
})

describe('limits below what is in use', () => {
  it('[SRV23] are refused beside their fields, and taken once staff say that they are meant', async () => {
    const [{ api }, customer] = [await staff(), await host.signIn()]
    const user = customer.person.id
    await customer.api.post('/api/servers', host.anOrder())
    await isBuilt(customer.api)
    const refused = await change(api, user, { memory: 511, disk: 512, slots: 0 })
    expect([refused.status, refused.body.error_code]).toEqual([409, 'SERVERS_LIMITS_IN_USE'])
    expect(Object.keys(refused.body['fields'] as object)).toEqual(['memory', 'slots'])
    const taken = await change(api, user, { memory: 511, slots: 0 }, { belowUse: true })
    expect(taken.body).toMatchObject({ total: { memory: 511, slots: 0 }, used: { memory: 512, slots: 1 } })
    expect((await customer.api.get('/api/servers/limits')).body).toMatchObject({
      free: { memory: 0, slots: 0 },
    })
    expect((await customer.api.post('/api/servers', host.anOrder())).body.error_code).toBe('SERVERS_NO_SLOT')
    // A limit that was below its usage before may stay: only another limit changes here.
    expect((await change(api, user, { cpu: 400 })).status).toBe(200)
  })

  const orderOf = (owner: string, memory: number) => ({
    owner,
    createdBy: owner,
    name: 'Survival',
    description: '',
    locationId: host.location.id,
    categoryId: host.category.id,
    eggId: host.egg.id,
    memory,
    cpu: 50,
    disk: 512,
    databases: 0,
    backups: 0,
    allocations: 1,
    requestKey: randomUUID(),
    ignoreLimits: false,
    vip: false,
  })

  const waiting = async () => {
    const { rows } = await host.pool.query(
      `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
       union all select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }

  it('[SRV23] a change waits for an order that is reserving, and then counts what it holds', async () => {
    const [{ api }, { person }] = [await staff(), await host.signIn()]
    const { total } = await read(api, person.id)
    const path = `/api/servers/limits/${person.id}`
    const late = await host.server.core.orm.transaction(async (tx) => {
      await host.service(Servers).order(tx, orderOf(person.id, 1024))
      const asked = api.put(path, { ...total, memory: 1023, before: total, reason: 'why' })
      await until('the change waits for the order', waiting)
      return { asked }
    })
    expect((await late.asked).body.error_code).toBe('SERVERS_LIMITS_IN_USE')
    expect(await readOnce(api, person.id, 1)).toMatchObject({
      total: { memory: 1024 },
      used: { memory: 1024 },
    })
  })

  it('[SRV23] whatever comes first, orders and a lowered limit never add up to too much', async () => {
    const { api } = await staff()
    for (let round = 0; round < 5; round += 1) {
      const customer = await host.signIn()
      const user = customer.person.id
      await host.allow(user, { slots: 7, memory: 3072, cpu: 900, disk: 9000, ports: 9, backups: 9 })
      const order = () => customer.api.post('/api/servers', host.anOrder())
      const [lowered, ...orders] = await Promise.all([
        change(api, user, { memory: 1024 }),
        ...Array.from({ length: 8 }, order),
      ])
      const accepted = orders.filter(({ status }) => status === 200).length
      const { total, used } = await readOnce(api, user, accepted)
      expect(total['memory']).toBe(lowered.status === 200 ? 1024 : 4096)
      expect(used['memory']).toBe(accepted * 512)
      expect(used['memory']).toBeLessThanOrEqual(total['memory'] ?? 0)
    }
  })
})
