import { departments } from '@spawnpoint/contracts/departments/resource'
import { ticketOpened, ticketReplied, ticketStatusChanged } from '@spawnpoint/contracts/tickets'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let agent: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer()
  agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
  await server.server.core.settings.write({ tickets_undo_seconds: 0 })
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.pool.query('delete from departments.department')
})

type Api = Awaited<ReturnType<TestServer['signIn']>>['api']
type Read = {
  ticket: Record<string, unknown> & { diagnosis: { status: string } | null }
  messages: { id: string; body: string; staff: boolean; author: { name: string } | null }[]
  events: { kind: string; to: string }[]
}

const open = async (api: Api, over: object = {}): Promise<string> => {
  const { status, body } = await api.post('/api/tickets', aTicket(over))
  expect([status, body.error_code]).toEqual([200, undefined])
  return String(body['id'])
}
const read = async (api: Api, id: string) => (await api.get(`/api/tickets/${id}`)).body as unknown as Read
const reply = (api: Api, id: string, over: object = {}) =>
  api.post(`/api/tickets/${id}/replies`, { body: 'Any news?', requestKey: randomUUID(), ...over })
const answer = (id: string, over: object = {}) =>
  agent.api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
const count = async (sql: string, values: unknown[]) =>
  (await server.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`, values)).rows[0]
    ?.count

const makeDepartment = async (name: string, enabled: boolean) => {
  const service = server.server.core.services.find(departments.service)
  const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  const openingHours = { timeZone: 'UTC', ...closed }
  const made = await server.server.core.orm.transaction(async (tx) =>
    service?.create(tx, { name, description: 'About money', enabled, openingHours }),
  )
  return made?.id ?? ''
}

const makeServer = async (owner: string, name: string) => {
  const id = randomUUID()
  await server.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations)
     values ($1, $2, $3, 'abc12345', $4, '', $1, $1, $1, 2048, 150, 4096, 1, 2, 1)`,
    [id, owner, Math.floor(Math.random() * 1e9), name],
  )
  return id
}

describe('opening', () => {
  it('[TIC1] opens a ticket with its first message, once for each request', async () => {
    const { api, person } = await server.signIn()
    const body = aTicket()
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.post('/api/tickets', body)))
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
    const id = String(answers[0]?.body['id'])
    const shown = await read(api, id)
    expect(shown.ticket).toMatchObject({ subject: body.subject, status: 'open', priority: 'medium' })
    expect(shown.messages).toMatchObject([
      { body: body.body, staff: false, author: { name: person.username } },
    ])
    expect(await count('tickets.ticket where owner = $1', [person.id])).toBe(1)
    const other = await api.post('/api/tickets', { ...body, subject: 'Another' })
    expect([other.status, other.body.error_code]).toEqual([422, 'TICKETS_KEY_REUSED'])
    expect(await count(`kernel.audit where target = $1 and action = 'tickets:opened'`, [id])).toBe(1)
  })

  it.each([
    ['no subject', { subject: ' ' }],
    ['a subject of two lines', { subject: 'one\ntwo' }],
    ['a long subject', { subject: 'x'.repeat(151) }],
    ['no message', { body: '' }],
    ['a long message', { body: 'x'.repeat(10_001) }],
    ['an unknown priority', { priority: 'now' }],
    ['an unknown field', { status: 'closed' }],
  ])('[TIC1] refuses %s', async (_name, over) => {
    const { api } = await server.signIn()
    expect((await api.post('/api/tickets', aTicket(over))).body.error_code).toBe('VALIDATION')
  })

  it('[TIC1] takes a department that accepts tickets, and needs one where there is any', async () => {
    const { api } = await server.signIn()
    const closed = await makeDepartment('Archive', false)
    expect((await api.post('/api/tickets', aTicket({ departmentId: closed }))).body.error_code).toBe(
      'TICKETS_DEPARTMENT',
    )
    const billing = await makeDepartment('Billing', true)
    for (const departmentId of [null, closed, randomUUID()])
      expect((await api.post('/api/tickets', aTicket({ departmentId }))).body.error_code).toBe(
        'TICKETS_DEPARTMENT',
      )
    const options = await api.get('/api/tickets/options')
    expect(options.body['departments']).toMatchObject([{ id: billing, name: 'Billing', hours: null }])
    const id = await open(api, { departmentId: billing })
    expect((await read(api, id)).ticket['department']).toEqual({ id: billing, name: 'Billing' })
    await server.pool.query('delete from departments.department')
    expect((await read(api, id)).ticket['department']).toEqual({ id: billing, name: null })
  })

  it('[TIC2] keeps to the limit of open tickets, also when many are opened at once', async () => {
    const { api } = await server.signIn()
    const answers = await Promise.all(Array.from({ length: 7 }, () => api.post('/api/tickets', aTicket())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error_code: 'TICKETS_LIMIT',
      details: { limit: 3 },
    })
    const first = answers.find(({ status }) => status === 200)?.body['id']
    expect((await api.post(`/api/tickets/${String(first)}/close`)).status).toBe(200)
    await open(api)
    const session = await api.get('/api/user/session')
    expect(session.body['stats']).toMatchObject({ tickets: 3 })
  })

  it('[TIC3] is about a server of the own, as that was at the moment', async () => {
    const [ada, ben] = [await server.signIn(), await server.signIn()]
    const [own, foreign] = [
      await makeServer(ada.person.id, 'Lobby'),
      await makeServer(ben.person.id, 'Other'),
    ]
    for (const serverId of [foreign, randomUUID()])
      expect((await ada.api.post('/api/tickets', aTicket({ serverId }))).body.error_code).toBe(
        'TICKETS_SERVER',
      )
    const options = await ada.api.get('/api/tickets/options')
    expect(options.body['servers']).toMatchObject([{ id: own, name: 'Lobby', diagnosis: { memory: 2048 } }])
    const id = await open(ada.api, { serverId: own })
    const without = await open(ada.api, { serverId: own, withDiagnosis: false })
    await server.pool.query(`update servers.server set status = 'suspended', name = 'New' where id = $1`, [
      own,
    ])
    const shown = await read(ada.api, id)
    expect(shown.ticket).toMatchObject({
      server: { id: own, name: 'Lobby' },
      diagnosis: { name: 'Lobby', status: 'active', cpu: 150, disk: 4096 },
    })
    expect((await read(ada.api, without)).ticket.diagnosis).toBeNull()
  })

  it('[TIC3] lets the customer remove what it says about the server', async () => {
    const { api, person } = await server.signIn()
    const id = await open(api, { serverId: await makeServer(person.id, 'Lobby') })
    expect((await read(api, id)).ticket.diagnosis).not.toBeNull()
    expect((await api.delete(`/api/tickets/${id}/diagnosis`)).status).toBe(200)
    expect((await read(api, id)).ticket.diagnosis).toBeNull()
    expect((await agent.api.get(`/api/tickets/queue/${id}`)).body['ticket']).toMatchObject({
      diagnosis: null,
    })
  })
})

describe('a ticket', () => {
  it('[TIC4] is only for its owner', async () => {
    const [ada, ben] = [await server.signIn(), await server.signIn()]
    const id = await open(ada.api)
    for (const api of [ben.api, agent.api]) {
      expect((await api.get(`/api/tickets/${id}`)).status).toBe(404)
      expect((await reply(api, id)).status).toBe(404)
      expect((await api.post(`/api/tickets/${id}/close`)).status).toBe(404)
      expect((await api.delete(`/api/tickets/${id}/diagnosis`)).status).toBe(404)
      const about = await api.post('/api/tickets', aTicket({ previousId: id }))
      expect(about.body.error_code).toBe('TICKETS_PREVIOUS')
    }
    expect((await ben.api.get('/api/tickets')).body['items']).toEqual([])
    const shown = await read(ada.api, id)
    expect([shown.ticket['status'], shown.messages.length]).toEqual(['open', 1])
  })

  it('[TIC5] takes no word once it is closed, from nobody', async () => {
    const { api } = await server.signIn()
    const id = await open(api)
    expect((await api.post(`/api/tickets/${id}/close`)).status).toBe(200)
    expect((await api.post(`/api/tickets/${id}/close`)).status).toBe(200)
    expect((await reply(api, id)).body.error_code).toBe('TICKETS_CLOSED')
    expect((await answer(id)).body.error_code).toBe('TICKETS_CLOSED')
    const shown = await read(api, id)
    expect(shown.ticket['status']).toBe('closed')
    expect(shown.messages).toHaveLength(1)
    expect(shown.events).toMatchObject([{ kind: 'status', to: 'closed' }])
    expect((await answer(id, { internal: true })).status).toBe(200)
    const next = await open(api, { previousId: id })
    expect((await read(api, next)).ticket['previous']).toMatchObject({ id })
  })

  it('[TIC6] hides notes, and what staff do among themselves', async () => {
    const { api } = await server.signIn()
    const id = await open(api)
    expect((await answer(id, { internal: true, body: 'A note' })).status).toBe(200)
    const { body } = await agent.api.get(`/api/tickets/queue/${id}`)
    const version = Number(Reflect.get(Object(body['ticket']), 'version'))
    const change = { version, priority: 'urgent', assigneeId: agent.person.id, status: 'inprogress' }
    expect((await agent.api.patch(`/api/tickets/queue/${id}`, change)).status).toBe(200)
    const shown = await read(api, id)
    expect(shown.messages.map((each) => each.body)).toEqual(['It stops after **ten seconds**.'])
    expect(shown.events.map(({ kind }) => kind)).toEqual(['status'])
    expect(JSON.stringify(shown)).not.toContain('A note')
    expect(JSON.stringify((await api.get('/api/tickets')).body)).not.toContain('assignee')
  })

  it('[TIC7] follows the conversation with its status, once for each request', async () => {
    const { api, person } = await server.signIn()
    const id = await open(api)
    expect((await answer(id)).status).toBe(200)
    expect((await read(api, id)).ticket['status']).toBe('replied')
    const requestKey = randomUUID()
    const twice = [await reply(api, id, { requestKey }), await reply(api, id, { requestKey })]
    expect(new Set(twice.map(({ body }) => body['id'])).size).toBe(1)
    expect((await reply(api, id, { requestKey, body: 'Else' })).body.error_code).toBe('TICKETS_KEY_REUSED')
    const shown = await read(api, id)
    expect(shown.ticket['status']).toBe('open')
    expect(shown.messages.map(({ staff }) => staff)).toEqual([false, true, false])
    const list = await api.get('/api/tickets?filter=state:open')
    expect(list.body['items']).toMatchObject([{ id, status: 'open' }])
    expect((await api.get('/api/tickets?filter=state:closed')).body['items']).toEqual([])
    expect(await count(`kernel.audit where actor = $1 and action = 'tickets:replied'`, [person.id])).toBe(1)
  })

  it('[TIC19] tells other plugins what happened', async () => {
    const heard: { name: string; payload: unknown }[] = []
    for (const event of [ticketOpened, ticketReplied, ticketStatusChanged])
      server.server.core.events.register({
        plugin: 'test',
        event,
        handle: async ({ payload }) => void heard.push({ name: event.name, payload }),
      })
    const { api, person } = await server.signIn()
    const id = await open(api)
    await reply(api, id)
    await api.post(`/api/tickets/${id}/close`)
    const fact = { ticket: id, owner: person.id }
    await expect.poll(() => heard).toHaveLength(3)
    expect(heard.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'tickets:opened', payload: fact },
      { name: 'tickets:replied', payload: { ...fact, author: person.id, staff: false } },
      { name: 'tickets:status-changed', payload: { ...fact, from: 'open', to: 'closed' } },
    ])
  })

  it('[TIC7] ends at its most messages', async () => {
    const { api, person } = await server.signIn()
    const id = await open(api)
    await server.pool.query(
      `insert into tickets.message (ticket_id, author, staff, body, request_key, created_at, released_at)
       select $1, $2, false, 'x', gen_random_uuid(), now(), now() from generate_series(1, 299)`,
      [id, person.id],
    )
    expect((await reply(api, id)).body.error_code).toBe('TICKETS_FULL')
    expect((await answer(id)).body.error_code).toBe('TICKETS_FULL')
  })

  it('[TIC15] is not there while allow_tickets is off', async () => {
    const { api } = await server.signIn()
    const id = await open(api)
    await server.server.core.settings.write({ allow_tickets: false })
    for (const path of ['', '/options', `/${id}`])
      expect((await api.get(`/api/tickets${path}`)).status).toBe(404)
    expect((await api.post('/api/tickets', aTicket())).status).toBe(404)
    expect((await agent.api.get(`/api/tickets/queue/${id}`)).status).toBe(200)
    await server.server.core.settings.write({ allow_tickets: true })
    expect((await server.anonymous().get('/api/tickets')).status).toBe(401)
  })
})
