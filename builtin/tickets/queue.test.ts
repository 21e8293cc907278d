import { departments } from '@spawnpoint/contracts/departments/resource'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const both = ['admin.tickets.list', 'admin.tickets.view']
const anAgent = (permissions: readonly string[] = both) => server.signIn({ permissions })
type Agent = Awaited<ReturnType<typeof anAgent>>
type Api = Agent['api']

const hold = (seconds: number) => server.server.core.settings.write({ tickets_undo_seconds: seconds })
const open = async (api: Api, over: object = {}) =>
  String((await api.post('/api/tickets', aTicket(over))).body['id'])

interface Desk {
  ticket: { version: number; status: string; assignee: { name: string } | null; number: number }
  messages: { id: string; body: string; internal: boolean; heldUntil: string | null }[]
  events: { kind: string; from: string | null; to: string | null }[]
  customer: { balance: number | null; servers: unknown[] | null; tickets: { id: string }[] } | null
}
const desk = async (api: Api, id: string) =>
  (await api.get(`/api/tickets/queue/${id}`)).body as unknown as Desk
const answer = (api: Api, id: string, over: object = {}) =>
  api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
const change = async (api: Api, id: string, over: object) => {
  const { version } = (await desk(api, id)).ticket
  return api.patch(`/api/tickets/queue/${id}`, { version, ...over })
}
const seen = async (api: Api, id: string) =>
  ((await api.get(`/api/tickets/${id}`)).body['messages'] as { body: string }[]).map(({ body }) => body)
const find = async (api: Api, query: string) => {
  const { status, body } = await api.get(`/api/tickets/queue?${query}`)
  expect(status).toBe(200)
  return (body['items'] as { id: string }[]).map(({ id }) => id)
}
const search = (api: Api, text: string) => find(api, `search=${encodeURIComponent(text)}`)

const withMail = async (work: () => Promise<void>) => {
  const smtp = { smtp_enabled: true, smtp_host: '127.0.0.1', smtp_from: 'a@example.com' }
  await server.server.core.settings.write(smtp)
  await work()
  await server.server.core.settings.write({ smtp_enabled: false })
}
const emailsTo = async (user: string) =>
  (
    await server.pool.query<{ subject: string }>(
      'select subject from mail.email where user_id = $1 order by created_at, id',
      [user],
    )
  ).rows.map(({ subject }) => subject)

describe('rights', () => {
  it('[TIC8] follow the permissions list and view, whatever the role', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    const [lister, viewer] = [await anAgent(['admin.tickets.list']), await anAgent(['admin.tickets.view'])]
    const others = await anAgent(['admin.users.list', 'admin.departments.list', 'admin.servers.list'])
    for (const { api } of [customer, others]) {
      expect((await api.get('/api/tickets/queue')).status).toBe(403)
      expect((await api.get(`/api/tickets/queue/${id}`)).status).toBe(403)
      expect((await answer(api, id)).status).toBe(403)
    }
    expect((await lister.api.get('/api/tickets/queue')).status).toBe(200)
    expect((await lister.api.get('/api/tickets/queue/counts')).status).toBe(200)
    expect((await lister.api.get(`/api/tickets/queue/${id}`)).status).toBe(403)
    expect((await answer(lister.api, id)).status).toBe(403)
    expect(
      (await lister.api.patch(`/api/tickets/queue/${id}`, { version: 1, status: 'closed' })).status,
    ).toBe(403)
    expect((await viewer.api.get('/api/tickets/queue')).status).toBe(403)
    expect((await viewer.api.get(`/api/tickets/queue/${id}`)).status).toBe(200)
    expect((await change(viewer.api, id, { priority: 'high' })).status).toBe(200)
  })

  it('[TIC16] decide what is said about the customer', async () => {
    const customer = await server.signIn()
    const [id, other] = [await open(customer.api), await open(customer.api)]
    const plain = await desk((await anAgent()).api, id)
    expect(plain.customer).toMatchObject({ balance: null, servers: null, tickets: [{ id: other }] })
    const knowing = await desk((await anAgent([...both, 'admin.users.list', 'admin.servers.list'])).api, id)
    expect(knowing.customer).toMatchObject({ balance: 0, servers: [] })
  })
})

describe('a reply of staff', () => {
  it('[TIC9] can be undone while the customer does not see it, by its writer', async () => {
    const [customer, agent, colleague] = [await server.signIn(), await anAgent(), await anAgent()]
    const id = await open(customer.api)
    await hold(60)
    const { body } = await answer(agent.api, id)
    expect(body['heldUntil']).toEqual(expect.any(String))
    expect(await seen(customer.api, id)).toHaveLength(1)
    expect((await desk(agent.api, id)).ticket.status).toBe('open')
    const path = `/api/tickets/queue/${id}/replies/${String(body['id'])}`
    expect((await colleague.api.delete(path)).status).toBe(404)
    const elsewhere = await open(customer.api)
    expect((await agent.api.delete(path.replace(id, elsewhere))).status).toBe(404)
    expect((await agent.api.delete(path)).body).toMatchObject({ body: 'Please send us the log.' })
    expect((await agent.api.delete(path)).status).toBe(404)
    expect((await desk(agent.api, id)).messages).toHaveLength(1)
  })

  it('[TIC9] reaches the customer once the time is over, with one email, and stays', async () => {
    const [customer, agent] = [await server.signIn(), await anAgent()]
    const id = await open(customer.api)
    await withMail(async () => {
      await hold(1)
      const { body } = await answer(agent.api, id)
      await until('the reply is released', async () => (await seen(customer.api, id)).length === 2)
      expect(await emailsTo(customer.person.id)).toEqual([
        expect.stringMatching(/^New reply to your ticket #\d+$/),
      ])
      expect((await desk(agent.api, id)).ticket.status).toBe('replied')
      const undone = await agent.api.delete(`/api/tickets/queue/${id}/replies/${String(body['id'])}`)
      expect(undone.body.error_code).toBe('TICKETS_SENT')
    })
    const { rows } = await server.pool.query(
      `select 1 from kernel.audit where target = $1 and action = 'tickets:answered'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('[TIC45] rings the bell of the customer, whose choice about emails counts', async () => {
    await hold(0)
    await withMail(async () => {
      const [customer, agent] = [await server.signIn(), await anAgent()]
      const id = await open(customer.api)
      await answer(agent.api, id)
      const off = { plugin: 'tickets', kind: 'replied', email: false }
      await customer.api.patch('/api/notifications/preferences', off)
      await answer(agent.api, id)
      const { items } = (await customer.api.get('/api/notifications')).body as unknown as { items: object[] }
      expect(items).toMatchObject([
        { kind: 'replied', link: `/ticket/${id}` },
        { kind: 'replied', params: { writer: agent.person.username, subject: aTicket().subject } },
      ])
      expect(await emailsTo(customer.person.id)).toHaveLength(1)
    })
  })

  it('[TIC10] is stopped by a message that its writer has not seen, unless they insist', async () => {
    const [customer, agent, colleague] = [await server.signIn(), await anAgent(), await anAgent()]
    await hold(0)
    const id = await open(customer.api)
    const first = (await desk(agent.api, id)).messages.at(-1)?.id
    const begun = { seen: first, anyway: false }
    expect((await answer(colleague.api, id, begun)).status).toBe(200)
    const late = await answer(agent.api, id, begun)
    expect([late.status, late.body.error_code]).toEqual([409, 'TICKETS_NEWER'])
    expect((await answer(agent.api, id, { ...begun, internal: true })).status).toBe(200)
    expect((await answer(colleague.api, id, begun)).status).toBe(200)
    expect((await answer(agent.api, id, { ...begun, anyway: true })).status).toBe(200)
    const last = (await desk(agent.api, id)).messages.at(-1)?.id
    expect((await answer(colleague.api, id, { seen: last, anyway: false })).status).toBe(200)
  })

  it('[TIC10] is held back by a reply that its writer cannot see yet', async () => {
    const [customer, agent, colleague] = [await server.signIn(), await anAgent(), await anAgent()]
    const id = await open(customer.api)
    const first = (await desk(agent.api, id)).messages.at(-1)?.id
    await hold(60)
    expect((await answer(colleague.api, id)).status).toBe(200)
    const late = await answer(agent.api, id, { seen: first, anyway: false })
    expect(late.body.error_code).toBe('TICKETS_NEWER')
  })
})

describe('a change', () => {
  it('[TIC11] is written down, and refused where the ticket has changed since', async () => {
    const [customer, agent] = [await server.signIn(), await anAgent()]
    const id = await open(customer.api)
    const { version } = (await desk(agent.api, id)).ticket
    expect((await change(agent.api, id, { priority: 'urgent', status: 'waiting' })).status).toBe(200)
    const late = await agent.api.patch(`/api/tickets/queue/${id}`, { version, priority: 'low' })
    expect([late.status, late.body.error_code]).toEqual([409, 'STALE_EDIT'])
    const { events } = await desk(agent.api, id)
    expect(events).toMatchObject([
      { kind: 'priority', from: 'medium', to: 'urgent' },
      { kind: 'status', from: 'open', to: 'waiting' },
    ])
    const { rows } = await server.pool.query(
      `select before, after from kernel.audit where target = $1 and action = 'tickets:changed'`,
      [id],
    )
    expect(rows).toMatchObject([
      { before: { status: 'open', priority: 'medium' }, after: { status: 'waiting', priority: 'urgent' } },
    ])
  })

  it('[TIC11] closes and reopens, and tells the customer of the end', async () => {
    const [customer, agent] = [await server.signIn(), await anAgent()]
    const id = await open(customer.api)
    await withMail(async () => {
      expect((await change(agent.api, id, { status: 'closed' })).status).toBe(200)
      expect(await emailsTo(customer.person.id)).toEqual([expect.stringContaining('was closed')])
    })
    expect((await answer(agent.api, id)).body.error_code).toBe('TICKETS_CLOSED')
    expect((await change(agent.api, id, { status: 'open' })).status).toBe(200)
    expect((await answer(agent.api, id)).status).toBe(200)
    const unknown = await change(agent.api, id, { departmentId: randomUUID() })
    expect(unknown.body.error_code).toBe('TICKETS_DEPARTMENT')
  })

  it('[TIC12] assigns only people who may work on tickets, and tells them', async () => {
    const [customer, agent, colleague] = [await server.signIn(), await anAgent(), await anAgent()]
    const id = await open(customer.api)
    for (const assigneeId of [customer.person.id, randomUUID()])
      expect((await change(agent.api, id, { assigneeId })).body.error_code).toBe('TICKETS_ASSIGNEE')
    await withMail(async () => {
      expect((await change(agent.api, id, { assigneeId: colleague.person.id })).status).toBe(200)
      expect((await desk(agent.api, id)).ticket.assignee).toMatchObject({ name: colleague.person.username })
      const requestKey = randomUUID()
      await customer.api.post(`/api/tickets/${id}/replies`, { body: 'Hello?', requestKey })
      expect(await emailsTo(colleague.person.id)).toEqual([
        expect.stringContaining('was assigned to you'),
        expect.stringContaining('New message in ticket'),
      ])
      expect(await emailsTo(agent.person.id)).toEqual([])
    })
    const found = await agent.api.get(`/api/tickets/queue/assignees?text=${colleague.person.username}`)
    expect(found.body['people']).toMatchObject([{ id: colleague.person.id }])
    const none = await agent.api.get(`/api/tickets/queue/assignees?text=${customer.person.username}`)
    expect(none.body['people']).toEqual([])
  })
})

describe('the queue', () => {
  it('[TIC13] finds tickets by the words of subject, messages and notes, by number and filter words', async () => {
    const [customer, agent] = [await server.signIn(), await anAgent()]
    await hold(0)
    const id = await open(customer.api, { subject: 'Zeppelin 50% & more', priority: 'high' })
    const other = await open(customer.api, { subject: 'Something else' })
    await answer(agent.api, id, { body: 'The quokka restarted it.' })
    await answer(agent.api, other, { body: 'A hidden wombat', internal: true })
    expect(await search(agent.api, 'zeppelin')).toEqual([id])
    expect(await search(agent.api, 'zepp')).toEqual([id])
    expect(await search(agent.api, 'quokka')).toEqual([id])
    expect(await search(agent.api, 'wombat')).toEqual([other])
    expect(await search(agent.api, 'quokka wombat')).toEqual([])
    for (const typed of ['quokka z', 'quokka ze', 'quokka zep', 'quokka zeppelin'])
      expect(await search(agent.api, typed)).toEqual([id])
    for (const typed of ['quokka y', 'wombat z', 'wombat zep'])
      expect(await search(agent.api, typed)).toEqual([])
    const { number } = (await desk(agent.api, id)).ticket
    expect(await search(agent.api, `#${number}`)).toEqual([id])
    const from = `from:${customer.person.username}`
    expect(new Set(await search(agent.api, from))).toEqual(new Set([id, other]))
    expect(await search(agent.api, `${from} priority:high`)).toEqual([id])
    expect(await search(agent.api, `${from} is:replied`)).toEqual([id])
    expect(await search(agent.api, `${from} zeppelin is:closed`)).toEqual([])
    expect(await search(agent.api, `from:nobody-of-that-name`)).toEqual([])
    for (const odd of [`"`, `'`, `a & | ! (`, '50% & more', '-', 'x:*', '\\'])
      expect((await agent.api.get(`/api/tickets/queue?search=${encodeURIComponent(odd)}`)).status).toBe(200)
  })

  it('[TIC13] filters by status, department, priority and assignee, and leaves closed ones out', async () => {
    const agent = await anAgent()
    const service = server.server.core.services.find(departments.service)
    const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
    const fields = { description: '', enabled: false, openingHours: { timeZone: 'UTC', ...closed } }
    const department = await server.server.core.orm.transaction(async (tx) =>
      service?.create(tx, { name: 'Sales', ...fields }),
    )
    const customer = await server.signIn()
    const [mine, done, plain] = [await open(customer.api), await open(customer.api), await open(customer.api)]
    const given = { assigneeId: agent.person.id, priority: 'urgent', departmentId: department?.id }
    expect((await change(agent.api, mine, given)).status).toBe(200)
    expect((await change(agent.api, done, { status: 'closed' })).status).toBe(200)
    const from = `search=from:${customer.person.username}`
    expect(new Set(await find(agent.api, from))).toEqual(new Set([mine, plain]))
    expect(await find(agent.api, `${from}&filter=status:any`)).toHaveLength(3)
    expect(await find(agent.api, `${from}&filter=status:closed`)).toEqual([done])
    expect(await find(agent.api, `${from}&filter=assignee:me`)).toEqual([mine])
    expect(await find(agent.api, `${from}&filter=assignee:nobody`)).toEqual([plain])
    expect(await find(agent.api, `${from}&filter=priority:urgent`)).toEqual([mine])
    expect(await find(agent.api, `${from}&filter=department:${department?.id}`)).toEqual([mine])
    expect(await search(agent.api, `from:${customer.person.username} dept:sal`)).toEqual([mine])
    const counts = await agent.api.get('/api/tickets/queue/counts')
    expect(counts.body).toMatchObject({ mine: 1 })
    const first = await agent.api.get(`/api/tickets/queue?limit=1&sort=createdAt&order=asc`)
    const second = await agent.api.get(
      `/api/tickets/queue?limit=1&sort=createdAt&order=asc&cursor=${String(first.body['next'])}`,
    )
    expect(second.body['items']).not.toEqual(first.body['items'])
  })

  it('[TIC17] loses the tickets of an erased customer, and frees those of an erased agent', async () => {
    const [customer, agent, colleague] = [await server.signIn(), await anAgent(), await anAgent()]
    await hold(0)
    const [id, kept] = [await open(customer.api), await open((await server.signIn()).api)]
    await answer(colleague.api, kept)
    await change(agent.api, kept, { assigneeId: colleague.person.id })
    const users = server.server.core.services.find(Users)
    for (const { person } of [customer, colleague])
      await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
    await until(
      'the ticket is gone',
      async () => (await agent.api.get(`/api/tickets/queue/${id}`)).status === 404,
    )
    await until('the other is free', async () => (await desk(agent.api, kept)).ticket.assignee === null)
    const { rows } = await server.pool.query('select assignee from tickets.ticket where id = $1', [kept])
    expect(rows).toEqual([{ assignee: null }])
    expect((await desk(agent.api, kept)).messages).toHaveLength(2)
  })
})
