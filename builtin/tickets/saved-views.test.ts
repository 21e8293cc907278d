import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { aTicket } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const list = 'admin.tickets.list'
const base = '/api/tickets/queue/views'
const anAgent = (...more: string[]) => server.signIn({ permissions: [list, 'admin.tickets.view', ...more] })
type Api = Awaited<ReturnType<typeof anAgent>>['api']
interface Shown {
  id: string
  name: string
  count: number
  changeable: boolean
}
const save = (api: Api, over: object = {}) =>
  api.post(base, { name: 'Mine', search: '', filter: '', shared: false, ...over })
const read = async (api: Api) => (await api.get(base)).body['views'] as Shown[]
const names = async (api: Api) => (await read(api)).map(({ name }) => name)
const idOf = ({ body }: Awaited<ReturnType<typeof save>>) => String(body['id'])

it('[TIC32] a view is its owner’s, unless it is shared by somebody with that right', async () => {
  const [agent, lead, other, customer] = [
    await anAgent(),
    await anAgent('admin.tickets.views.share'),
    await anAgent(),
    await server.signIn(),
  ]
  expect((await save(customer.api)).status).toBe(403)
  const refused = await save(agent.api, { shared: true })
  expect([refused.status, refused.body.error_code]).toEqual([403, 'TICKETS_VIEW_SHARE'])
  const own = idOf(await save(agent.api))
  const shared = idOf(await save(lead.api, { name: 'Ours', shared: true }))
  expect(await names(agent.api)).toEqual(['Mine', 'Ours'])
  expect(await names(other.api)).toEqual(['Ours'])
  for (const [api, id] of [
    [other.api, own],
    [lead.api, own],
    [agent.api, shared],
  ] as const)
    for (const sent of [api.delete(`${base}/${id}`), api.patch(`${base}/${id}`, { name: 'Theirs' })])
      expect((await sent).status).toBe(404)
  expect((await agent.api.patch(`${base}/${own}`, { name: 'My own' })).status).toBe(200)
  expect((await lead.api.patch(`${base}/${shared}`, { name: 'Ours now' })).status).toBe(200)
  expect(await names(agent.api)).toEqual(['My own', 'Ours now'])
  await lead.api.patch(`${base}/${shared}`, { name: 'Ours' })
  expect((await agent.api.delete(`${base}/${own}`)).status).toBe(200)
  expect((await save(lead.api, { name: 'Private' })).status).toBe(200)
  const users = server.server.core.services.find(Users)
  await server.server.core.orm.transaction(async (tx) => users?.erase(tx, lead.person.id))
  await until('the private view is gone', async () => {
    const { rows } = await server.pool.query('select name from tickets.saved_view where owner is null')
    return rows.length === 1
  })
  const { rows } = await server.pool.query('select name from tickets.saved_view')
  expect(rows).toEqual([{ name: 'Ours' }])
  await server.pool.query('delete from tickets.saved_view')
})

it('[TIC32] takes only filters of the queue, and twenty of a person, also at once', async () => {
  const agent = await anAgent()
  for (const filter of ['status:nothing', 'owner:me', 'x'.repeat(501)])
    expect((await save(agent.api, { filter })).status).toBe(400)
  const sent = await Promise.all(Array.from({ length: 24 }, () => save(agent.api)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(sent.filter(({ body }) => body.error_code === 'TICKETS_VIEWS')).toHaveLength(4)
})

it('[TIC33] counts its tickets for the reader', async () => {
  const [agent, other, customer] = [
    await anAgent('admin.tickets.views.share'),
    await anAgent(),
    await server.signIn(),
  ]
  const ids: string[] = []
  for (const priority of ['urgent', 'low'])
    ids.push(String((await customer.api.post('/api/tickets', aTicket({ priority }))).body['id']))
  const from = `from:${customer.person.username}`
  await agent.api.patch(`/api/tickets/queue/${ids[0]}`, { version: 1, assigneeId: agent.person.id })
  await save(agent.api, { name: 'all', search: from, shared: true })
  await save(agent.api, { name: 'urgent', search: from, filter: 'priority:urgent', shared: true })
  await save(agent.api, { name: 'my', search: from, filter: 'assignee:me', shared: true })
  const counts = async (api: Api) => (await read(api)).map(({ name, count }) => [name, count])
  expect(await counts(agent.api)).toEqual([
    ['all', 2],
    ['urgent', 1],
    ['my', 1],
  ])
  expect(await counts(other.api)).toEqual([
    ['all', 2],
    ['urgent', 1],
    ['my', 0],
  ])
})
