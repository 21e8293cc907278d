import { departments } from '@spawnpoint/contracts/departments/resource'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let editor: Person
let agent: Person
beforeAll(async () => {
  server = await startTestServer()
  const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.tickets.replies.${action}`)
  editor = await server.signIn({ permissions: rights })
  agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<TestServer['signIn']>>
const base = '/api/tickets/canned-replies'
const create = (over: object) => editor.api.post(base, { name: randomUUID(), en: 'Hi', ...over })
const open = async ({ api }: Person, over: object = {}) =>
  String((await api.post('/api/tickets', aTicket(over))).body['id'])
interface Canned {
  name: string
  text: string
  missing: string[]
}
const readIn = async (ticket: string, name: string) => {
  const { status, body } = await agent.api.get(`/api/tickets/queue/${ticket}/canned-replies`)
  expect(status).toBe(200)
  return (body['replies'] as Canned[]).find((each) => each.name === name)
}

describe('a canned reply', () => {
  it('[TIC29] is written by those with its permissions, and read in tickets by staff', async () => {
    const customer = await server.signIn()
    const id = await open(customer)
    for (const { api } of [agent, customer]) {
      expect((await api.post(base, { name: 'a', en: 'b' })).status).toBe(403)
      expect((await api.get(base)).status).toBe(403)
    }
    for (const { api } of [editor, customer])
      expect((await api.get(`/api/tickets/queue/${id}/canned-replies`)).status).toBe(403)
    const gone = await agent.api.get(`/api/tickets/queue/${randomUUID()}/canned-replies`)
    expect(gone.status).toBe(404)
  })

  it('[TIC29] takes no variable that does not exist, and no stray braces, in any language', async () => {
    const unknown = await create({ de: 'Hallo {{kunde}}' })
    expect([unknown.status, unknown.body.error_code]).toEqual([400, 'TICKETS_VARIABLE'])
    expect(unknown.body['details']).toMatchObject({ variable: '{{kunde}}' })
    expect(unknown.body['fields']).toEqual({ de: 'TICKETS_VARIABLE' })
    expect((await create({ en: 'Hello {{customer' })).body.error_code).toBe('TICKETS_BRACES')
    const { item } = (await create({ en: 'Hello {{customer}}', fr: 'Salut {{customer}}' })).body as {
      item: { id: string; version: number }
    }
    const path = `${base}/${item.id}`
    const edited = await editor.api.patch(path, { version: item.version, fr: '{{nobody}}' })
    expect(edited.body.error_code).toBe('TICKETS_VARIABLE')
  })

  it('[TIC30] is filled in with what the ticket says, and names what it does not say', async () => {
    const customer = await server.signIn()
    const service = server.server.core.services.find(departments.service)
    const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
    const department = await server.server.core.orm.transaction(async (tx) =>
      service?.create(tx, {
        name: 'Canned team',
        description: '',
        enabled: true,
        openingHours: { timeZone: 'UTC', ...closed },
      }),
    )
    const name = randomUUID()
    await create({ name, en: '{{customer}} {{ agent }} {{department}} #{{number}} {{subject}} | {{server}}' })
    const id = await open(customer, { departmentId: department?.id, subject: 'Say {{agent}}' })
    const { ticket } = (await agent.api.get(`/api/tickets/queue/${id}`)).body as {
      ticket: { number: number }
    }
    const { username } = customer.person
    expect(await readIn(id, name)).toMatchObject({
      text: `${username} ${agent.person.username} Canned team #${ticket.number} Say {{agent}} | {{server}}`,
      missing: ['server'],
    })
    await server.pool.query(`update tickets.ticket set server_name = 'Skyblock' where id = $1`, [id])
    expect(await readIn(id, name)).toMatchObject({
      text: expect.stringContaining('| Skyblock'),
      missing: [],
    })
    await server.pool.query('delete from departments.department')
  })

  it('[TIC30] is in the language of the customer, and in English where it has no such text', async () => {
    const customer = await server.signIn()
    const id = await open(customer)
    const [both, plain] = [randomUUID(), randomUUID()]
    await create({ name: both, en: 'Thanks', de: 'Danke', ro: 'Mulțumim' })
    await create({ name: plain, en: 'Only English' })
    expect(await readIn(id, both)).toMatchObject({ text: 'Thanks' })
    await server.server.core.services.find(Users)?.savePreferences(customer.person.id, { locale: 'DE' })
    expect(await readIn(id, both)).toMatchObject({ text: 'Danke' })
    expect(await readIn(id, plain)).toMatchObject({ text: 'Only English' })
  })

  it('[TIC30] leaves no variable in a reply to a customer; a note may name one', async () => {
    const id = await open(await server.signIn())
    const send = (over: object) => agent.api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
    const refused = await send({ body: 'Hi {{ customer }}, about {{server}}' })
    expect([refused.status, refused.body.error_code]).toEqual([400, 'TICKETS_VARIABLES_LEFT'])
    expect(refused.body['details']).toEqual({ variables: '{{customer}}, {{server}}' })
    expect((await send({ body: 'Use {{something}} in your template' })).status).toBe(200)
    expect((await send({ body: '{{customer}}', internal: true })).status).toBe(200)
  })
})
