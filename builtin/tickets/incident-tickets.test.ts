import { Locations } from '@spawnpoint/contracts/locations'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aTicket } from './testing.ts'

let server: TestServer
let places: string[]
beforeAll(async () => {
  server = await startTestServer()
  await hold(0)
  places = await Promise.all([901, 902].map(makeLocation))
})
afterAll(() => server.stop())

const hold = (seconds: number) => server.server.core.settings.write({ tickets_undo_seconds: seconds })
const makeLocation = async (panelLocationId: number) => {
  const { orm, services } = server.server.core
  const service = services.find(Locations)
  if (!service) throw new Error('locations are not running')
  const made = await orm.transaction((tx) =>
    service.create(tx, {
      name: `Place ${panelLocationId}`,
      description: '',
      panelLocationId,
      nodeIp: '203.0.113.9',
      status: 'online',
      slots: 10,
      vipOnly: false,
    }),
  )
  return made.id
}

type Api = Awaited<ReturnType<TestServer['signIn']>>['api']
const anAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
const anEditor = () =>
  server.signIn({ permissions: ['admin.announcements.create', 'admin.announcements.edit'] })

const post = async (kind: 'incident' | 'news', locationIds: readonly string[], audience = 'locations') => {
  const { api } = await anEditor()
  const body = { title: 'Node down', summary: 'We are on it.', kind, audience, locationIds }
  const made = await api.post('/api/announcements', { ...body, pinned: false, draft: false, publishAt: null })
  return (made.body['item'] as { id: string }).id
}

/** A customer with a server in a place and a ticket about it. */
const aReport = async (place: string) => {
  const customer = await server.signIn()
  const id = randomUUID()
  await server.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations)
     values ($1, $2, $3, 'abc12345', 'Lobby', '', $4, $1, $1, 2048, 150, 4096, 1, 2, 1)`,
    [id, customer.person.id, Math.floor(Math.random() * 1e9), place],
  )
  const ticket = String((await customer.api.post('/api/tickets', aTicket({ serverId: id }))).body['id'])
  return { ...customer, ticket }
}

const gathered = async (api: Api, incident: string) =>
  ((await api.get(`/api/tickets/incidents/${incident}`)).body['tickets'] as { id: string }[]).map(
    ({ id }) => id,
  )
const answerAll = (api: Api, incident: string, tickets: readonly string[], over: object = {}) =>
  api.post(`/api/tickets/incidents/${incident}/answers`, {
    body: 'It is **solved**.',
    tickets,
    requestKey: randomUUID(),
    ...over,
  })
const texts = async ({ api, ticket }: { api: Api; ticket: string }) =>
  ((await api.get(`/api/tickets/${ticket}`)).body['messages'] as { body: string }[]).map(({ body }) => body)

it('[TIC43] gathers open tickets about servers in the locations, and no others', async () => {
  const [here = '', there = ''] = places
  const { api } = await anAgent()
  const [one, two, away, closed, old] = await Promise.all([here, here, there, here, here].map(aReport))
  const nothing = await server.signIn()
  await nothing.api.post('/api/tickets', aTicket())
  await closed?.api.post(`/api/tickets/${closed.ticket}/close`, {})
  await server.pool.query(
    `update tickets.ticket set created_at = created_at - interval '2 days' where id = $1`,
    [old?.ticket],
  )
  const incident = await post('incident', [here])
  expect((await gathered(api, incident)).toSorted()).toEqual([one?.ticket, two?.ticket].toSorted())
  expect(await gathered(api, await post('incident', [here, there]))).toContain(away?.ticket)
  expect(await gathered(api, await post('incident', [here], 'everyone'))).toEqual([])
  for (const id of [await post('news', [here]), randomUUID()])
    expect((await api.get(`/api/tickets/incidents/${id}`)).status).toBe(404)
  expect((await nothing.api.get(`/api/tickets/incidents/${incident}`)).status).toBe(403)
})

it('[TIC44] one answer goes to the chosen tickets once each, and to no other', async () => {
  const place = await makeLocation(903)
  const agent = await anAgent()
  const [one, two, left] = await Promise.all([place, place, place].map(aReport))
  const away = await aReport(await makeLocation(904))
  if (!one || !two || !left) throw new Error('no reports')
  const incident = await post('incident', [place])
  const requestKey = randomUUID()
  const chosen = [one.ticket, two.ticket, away.ticket]
  for (const _ of [1, 2]) {
    const { status, body } = await answerAll(agent.api, incident, chosen, { requestKey })
    expect([status, body['sent'], body['skipped']]).toEqual([200, 2, []])
  }
  const asked = aTicket().body
  expect(await texts(one)).toEqual([asked, 'It is **solved**.'])
  expect(await texts(two)).toEqual([asked, 'It is **solved**.'])
  expect([await texts(left), await texts(away)]).toEqual([[asked], [asked]])
  expect((await answerAll(agent.api, incident, [away.ticket])).body.error_code).toBe('TICKETS_INCIDENT')
  expect(
    (await answerAll(agent.api, incident, [one.ticket], { body: 'Hi {{customer}}' })).body.error_code,
  ).toBe('TICKETS_VARIABLES_LEFT')
  for (const wrong of [{ body: '' }, { tickets: [] }])
    expect((await answerAll(agent.api, incident, chosen, wrong)).status).toBe(400)
})

it('[TIC44] a ticket that is full is skipped by its number, and an answer can be undone', async () => {
  const place = await makeLocation(905)
  const agent = await anAgent()
  const [one, full] = await Promise.all([place, place].map(aReport))
  if (!one || !full) throw new Error('no reports')
  await server.pool.query(
    `insert into tickets.message (ticket_id, author, staff, body, request_key, created_at, released_at)
     select $1, $2, false, 'again', gen_random_uuid(), now(), now() from generate_series(1, 299)`,
    [full.ticket, full.person.id],
  )
  const incident = await post('incident', [place])
  await hold(60)
  const { body } = await answerAll(agent.api, incident, [one.ticket, full.ticket])
  await hold(0)
  const { number } = (await full.api.get(`/api/tickets/${full.ticket}`)).body['ticket'] as { number: number }
  expect(body).toMatchObject({ sent: 1, skipped: [number] })
  expect(await texts(one)).toEqual([aTicket().body])
  const desk = (await agent.api.get(`/api/tickets/queue/${one.ticket}`)).body['messages'] as { id: string }[]
  const undone = await agent.api.delete(`/api/tickets/queue/${one.ticket}/replies/${desk.at(-1)?.id}`)
  expect(undone.status).toBe(200)
})
