import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await write({ tickets_undo_seconds: 0, server_renew_enabled: true })
})
afterAll(() => server.stop())

const write = (values: object) => server.server.core.settings.write(values as never)
const hold = (seconds: number) => write({ tickets_undo_seconds: seconds })

const staff = ['admin.tickets.list', 'admin.tickets.view', 'admin.tickets.compensate']
const anAgent = (permissions: readonly string[] = staff) => server.signIn({ permissions })
type Api = Awaited<ReturnType<typeof anAgent>>['api']

const dayMs = 86_400_000
const expiry = new Date(Date.now() + 20 * dayMs)

const makeServer = async (owner: string, expiresAt: Date | null = expiry) => {
  const id = randomUUID()
  await server.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations, expires_at)
     values ($1, $2, $3, 'abc12345', 'Lobby', '', $1, $1, $1, 2048, 150, 4096, 1, 2, 1, $4)`,
    [id, owner, Math.floor(Math.random() * 1e9), expiresAt],
  )
  return id
}

const open = async (api: Api) => String((await api.post('/api/tickets', aTicket())).body['id'])
const grant = (api: Api, id: string, compensation: object | null, over: object = {}) =>
  api.post(`/api/tickets/queue/${id}/replies`, aReply({ compensation, ...over }))
const coinsOnly = (coins: number) => ({ coins, days: 0, serverId: null })

interface Shown {
  messages: { id: string; compensation: object | null; failedCompensation: object | null }[]
}
const desk = async (api: Api, id: string) =>
  ((await api.get(`/api/tickets/queue/${id}`)).body as unknown as Shown).messages.at(-1)
const own = async (api: Api, id: string) =>
  ((await api.get(`/api/tickets/${id}`)).body as unknown as Shown).messages.at(-1)
const balance = async (api: Api) => (await api.get('/api/coins/balance')).body['balance']
const left = async (api: Api, id: string) =>
  (await api.get(`/api/tickets/queue/${id}/compensation`)).body as unknown as {
    coins: { left: number; daily: number }
    days: { left: number }
    servers: { id: string }[]
  }
const expiryOf = async (id: string) =>
  (
    await server.pool.query<{ expires_at: Date; suspended_for_expiry: boolean }>(
      'select expires_at, suspended_for_expiry from servers.server where id = $1',
      [id],
    )
  ).rows[0]

it('[TIC36] [TIC38] staff grant coins with a reply, booked with the ticket as reason', async () => {
  const [customer, agent] = [await server.signIn(), await anAgent()]
  const id = await open(customer.api)
  const answer = await grant(agent.api, id, coinsOnly(120))
  expect(answer.status).toBe(200)
  expect(await balance(customer.api)).toBe(120)
  const granted = { coins: 120, days: 0, server: null }
  expect(await own(customer.api, id)).toMatchObject({ compensation: granted })
  expect(await desk(agent.api, id)).toMatchObject({ compensation: granted, failedCompensation: null })
  const { items } = (await customer.api.get('/api/coins/statement')).body as unknown as { items: object[] }
  expect(items).toMatchObject([{ kind: 'tickets:compensation', amount: 120 }])
  expect((items[0] as { note: string }).note).toMatch(/^#\d+ My server does not start$/)
  const { rows } = await server.pool.query(
    `select after from kernel.audit where target = $1 and action = 'tickets:compensated'`,
    [customer.person.id],
  )
  expect(rows).toMatchObject([{ after: { coins: 120 } }])
})

it('[TIC36] nobody else grants anything: not without the permission, to themselves, or with a note', async () => {
  const customer = await server.signIn()
  const id = await open(customer.api)
  const viewer = await anAgent(['admin.tickets.view'])
  const agent = await anAgent()
  const mine = await open(agent.api)
  const denied = { error_code: 'TICKETS_COMPENSATION_DENIED' }
  expect((await grant(viewer.api, id, coinsOnly(5))).body).toMatchObject(denied)
  expect((await viewer.api.get(`/api/tickets/queue/${id}/compensation`)).status).toBe(403)
  expect((await grant(agent.api, mine, coinsOnly(5))).body).toMatchObject(denied)
  expect((await agent.api.get(`/api/tickets/queue/${mine}/compensation`)).body).toMatchObject(denied)
  expect((await grant(agent.api, id, coinsOnly(5), { internal: true })).body).toMatchObject(denied)
  for (const wrong of [coinsOnly(0), coinsOnly(-5), coinsOnly(1.5), { coins: 5, days: 1, serverId: null }])
    expect((await grant(agent.api, id, wrong)).status).toBe(400)
  expect(await balance(customer.api)).toBe(0)
  expect(await balance(agent.api)).toBe(0)
  // A refused grant leaves no reply behind.
  expect(await desk(agent.api, id)).toMatchObject({ compensation: null })
})

it('[TIC37] grants of one person stay within the limit of the day, however many come at once', async () => {
  const [customer, agent] = [await server.signIn(), await anAgent()]
  const others = await Promise.all(Array.from({ length: 5 }, () => server.signIn()))
  const ids = await Promise.all([customer, ...others].map(({ api }) => open(api)))
  const id = ids[0] ?? ''
  expect(await left(agent.api, id)).toMatchObject({ coins: { left: 1000, daily: 1000 } })
  const answers = await Promise.all(ids.map((each) => grant(agent.api, each, coinsOnly(400))))
  const codes = answers.map(({ body }) => body.error_code ?? 'sent').toSorted()
  expect(codes).toEqual([...Array.from({ length: 4 }, () => 'TICKETS_COMPENSATION_LIMIT'), 'sent', 'sent'])
  const balances = await Promise.all([customer, ...others].map(({ api }) => balance(api)))
  expect(balances.reduce<number>((sum, each) => sum + Number(each), 0)).toBe(800)
  expect(await left(agent.api, id)).toMatchObject({ coins: { left: 200 } })
  // The limit is that of the person: a colleague has their own, and yesterday does not count.
  expect((await grant((await anAgent()).api, id, coinsOnly(400))).status).toBe(200)
  await server.pool.query(
    `update tickets.compensation set created_at = created_at - interval '25 hours' where actor = $1`,
    [agent.person.id],
  )
  expect(await left(agent.api, id)).toMatchObject({ coins: { left: 1000 } })
})

it('[TIC37] [TIC38] a reply that can be undone counts, and pays nothing until the customer sees it', async () => {
  const [customer, agent] = [await server.signIn(), await anAgent()]
  const id = await open(customer.api)
  await hold(60)
  const first = await grant(agent.api, id, coinsOnly(900))
  expect(await balance(customer.api)).toBe(0)
  expect((await grant(agent.api, id, coinsOnly(200))).body.error_code).toBe('TICKETS_COMPENSATION_LIMIT')
  const undone = await agent.api.delete(`/api/tickets/queue/${id}/replies/${String(first.body['id'])}`)
  expect(undone.body).toMatchObject({ compensation: { coins: 900, days: 0, serverId: null, server: null } })
  expect(await left(agent.api, id)).toMatchObject({ coins: { left: 1000 } })
  await hold(0)
  expect(await balance(customer.api)).toBe(0)
})

it('[TIC38] a repeated request grants once, and with other amounts it is refused', async () => {
  const [customer, agent] = [await server.signIn(), await anAgent()]
  const id = await open(customer.api)
  const requestKey = randomUUID()
  for (const _ of [1, 2, 3])
    expect((await grant(agent.api, id, coinsOnly(70), { requestKey })).status).toBe(200)
  expect(await balance(customer.api)).toBe(70)
  for (const other of [coinsOnly(71), null])
    expect((await grant(agent.api, id, other, { requestKey })).body.error_code).toBe('TICKETS_KEY_REUSED')
})

it('[TIC38] [SRV68] days move the expiry of a server of the customer, which runs again', async () => {
  const [customer, agent, other] = [await server.signIn(), await anAgent(), await server.signIn()]
  const id = await open(customer.api)
  const lobby = await makeServer(customer.person.id)
  const foreign = await makeServer(other.person.id)
  const endless = await makeServer(customer.person.id, null)
  await server.pool.query(`update servers.server set suspended_for_expiry = true where id = $1`, [lobby])
  expect((await left(agent.api, id)).servers).toMatchObject([{ id: lobby }])
  for (const serverId of [foreign, endless, randomUUID()])
    expect((await grant(agent.api, id, { coins: 0, days: 2, serverId })).body.error_code).toBe(
      'TICKETS_COMPENSATION_SERVER',
    )
  expect((await grant(agent.api, id, { coins: 10, days: 5, serverId: lobby })).status).toBe(200)
  expect(await expiryOf(lobby)).toEqual({
    expires_at: new Date(expiry.getTime() + 5 * dayMs),
    suspended_for_expiry: false,
  })
  expect(await expiryOf(foreign)).toMatchObject({ expires_at: expiry })
  expect(await own(customer.api, id)).toMatchObject({ compensation: { coins: 10, days: 5, server: 'Lobby' } })
  const history = (await customer.api.get(`/api/servers/${lobby}/history`)).body as unknown as {
    items: { kind: string; by: string; reason: string; until: string }[]
  }
  expect(history.items[0]).toMatchObject({ kind: 'extended', by: 'staff' })
  expect(history.items[0]?.reason).toMatch(/^#\d+ My server does not start$/)
  expect((await grant(agent.api, id, { coins: 0, days: 10, serverId: lobby })).body.error_code).toBe(
    'TICKETS_COMPENSATION_LIMIT',
  )
  await write({ server_renew_enabled: false })
  expect((await left(agent.api, id)).servers).toEqual([])
  await write({ server_renew_enabled: true })
})

it('[TIC39] [SRV68] what can no longer be paid is told to staff, and is free again', async () => {
  const [customer, agent] = [await server.signIn(), await anAgent()]
  const id = await open(customer.api)
  const lobby = await makeServer(customer.person.id)
  const buyer = await server.signIn()
  await hold(1)
  const held = await grant(agent.api, id, { coins: 30, days: 4, serverId: lobby })
  // Given away before the customer sees the reply.
  await server.pool.query(`update servers.server set owner = $2 where id = $1`, [lobby, buyer.person.id])
  await expect
    .poll(async () => (await desk(agent.api, id))?.failedCompensation)
    .toEqual({
      coins: 0,
      days: 4,
      server: 'Lobby',
    })
  expect(held.status).toBe(200)
  await hold(0)
  expect(await own(customer.api, id)).toMatchObject({ compensation: { coins: 30, days: 0, server: null } })
  expect(await expiryOf(lobby)).toMatchObject({ expires_at: expiry })
  expect(await balance(customer.api)).toBe(30)
  expect(await left(agent.api, id)).toMatchObject({ coins: { left: 970 }, days: { left: 14 } })
})
